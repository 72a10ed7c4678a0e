// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds how much heap a schedule can need at most, over all schedules that the recorded order
// allows.
//
// A moment of a schedule is a set of events, and for each thread a part of the interval that
// follows its last event in the set. If the set contains an event, it contains all events before
// that one, too. So the set is a closure of the order. The closure of largest weight can be found
// as a minimum cut (Picard, "Maximal closure of a graph and applications to combinatorial
// problems", 1976; for memory: Marchal, Nagy, Simon, Vivien, "Parallel scheduling of DAGs under
// memory constraints", 2018).
//
// Between two events an interval's balance goes up to its highest value, and from there to its
// value at the end. A thread that has reached the event before the interval can reach the highest
// value without another event, so the event before carries the weight of the way up. The way down
// comes only with the event at the end, so this event carries its weight.  Example: an interval
// allocates 100 bytes and then frees 70.  The event before it weighs 100, and the event at its end
// -70.
//
// The order is cut into pieces at positions where all later events come after
// all earlier ones.  A moment lies in one of the pieces, so each piece is
// solved by itself.
#ifndef ILMGEN_ANALYSIS_ANY_SCHEDULE_H
#define ILMGEN_ANALYSIS_ANY_SCHEDULE_H

#include "ilmgen/analysis/schedule/ordering.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ilm {

struct WorstHeap {
    bool known = false; ///< else a piece has too many events, or blocks are too large
    std::uint64_t bytes = 0;
    /// A moment at which the heap needs these bytes: by thread, the last event that has happened,
    /// if any. The thread's next interval is at its highest balance then.
    std::vector<StepIndex> witness;
    std::size_t largest_piece = 0; ///< number of events; one cut is computed for them
};

/// Limits for the number of events in a piece, for which one cut is computed.
struct PieceSize {
    std::size_t least = 64;     ///< because looking for the next piece takes time, too
    std::size_t most = 300'000; ///< takes seconds; twice the events take more than twice as long
};

WorstHeap worst_heap(const Run& run, LockTurns turns, const PieceSize& piece = {});

} // namespace ilm

#endif
