// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds where an order falls into pieces, one after the other: at a barrier of
// all threads, at a join of the last thread, or while there is only one thread.
#ifndef ILMGEN_ANALYSIS_SERIES_H
#define ILMGEN_ANALYSIS_SERIES_H

#include "ilmgen/analysis/schedule/ordering.h"

#include <cstddef>

namespace ilm {

/// Returns the positions at which all events from there on come after all events before. The first
/// position is 0, and the last one is the number of events. Each piece has at least `least_events`
/// events; the last piece may have fewer.
LargeVector<OrderIndex> series_of(const Ordering& ordering, std::size_t least_events);

} // namespace ilm

#endif
