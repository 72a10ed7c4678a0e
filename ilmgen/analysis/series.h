// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where an order falls into pieces, one after the other: at a barrier of all
// threads, a join of the last one, or while there is one only.
#ifndef ILMGEN_ANALYSIS_SERIES_H
#define ILMGEN_ANALYSIS_SERIES_H

#include "ilmgen/analysis/ordering.h"

#include <cstddef>
#include <vector>

namespace ilm {

/// Positions at which all events from there on come after all before.  The first is 0, the last
/// one the number of events; between two are at least so many events, but for the last piece.
std::vector<OrderIndex> series_of(const Ordering& ordering, std::size_t least_events);

} // namespace ilm

#endif
