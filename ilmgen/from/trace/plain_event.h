// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events in the spelling that nearly all of them have.
//
// hpcmp writes the keys of an event in one order and without white space.  To
// read just that takes a fraction of what a JSON parser takes, which has to be
// ready for everything.  An event that is spelled in any other way, or is
// wrong, is not read here but left to the parser.
#ifndef ILMGEN_FROM_TRACE_PLAIN_EVENT_H
#define ILMGEN_FROM_TRACE_PLAIN_EVENT_H

#include "ilmgen/model/event.h"

#include <vector>

namespace ilm {

/// Reads the allocation, free or sync event that begins at `text`, and returns its end; null if it
/// is no such event, not all there, or not spelled so.  After what there is of the text come
/// JsonStream::readable '\0's.  All of `event` but `byte` is set; it points into the text and to
/// `usage`.  The text up to the end is JSON then; whether ids and threads make sense is not
/// checked.
const char* read_plain_event(const char* text, Event& event, std::vector<BlockUsage>& usage);

} // namespace ilm

#endif
