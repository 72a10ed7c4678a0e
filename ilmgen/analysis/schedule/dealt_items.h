// SPDX-License-Identifier: GPL-2.0-or-later
//
// Items that threads take from a counter: a thread that is free takes the next item.
//
// A thread draws the number of an item by adding to the counter, works on the item, and draws again
// until there is none left. So the machine chooses which thread gets an item.
//
// Example: threads 2 and 3 draw from a counter of five items.  Thread 2 draws 0, 2 and 5, thread 3
// draws 1, 3, 4 and 6.  The draws of 5 and 6 are each thread's last one: there was nothing left.
// On one processor, thread 2 may have all five items.
//
// Not every counter is one for items.  Example: a thread that arrives at a barrier adds to a
// counter, too, but waits for the others then.  So items are dealt anew only if
//
// - each thread's last draw comes after all draws that were not a thread's last one,
// - between their draws, threads do nothing that orders them, except that they may take locks, and
// - all draws are at one place of the program.
#ifndef ILMGEN_ANALYSIS_DEALT_ITEMS_H
#define ILMGEN_ANALYSIS_DEALT_ITEMS_H

#include "ilmgen/run/run.h"

#include <unordered_map>

namespace ilm {

/// A counter's draws: releases of its object.
struct DealtCounter {
    LargeVector<StepIndex> items;                     ///< draws that an item follows, in order
    std::unordered_map<ThreadIndex, StepIndex> lasts; ///< the last draw of each thread
};

/// The counters whose items can be dealt anew.
using DealtItems = std::unordered_map<ObjectIndex, DealtCounter>;

DealtItems dealt_items(const Run& run);

} // namespace ilm

#endif
