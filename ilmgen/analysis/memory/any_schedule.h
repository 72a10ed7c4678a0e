// SPDX-License-Identifier: GPL-2.0-or-later
//
// The most heap that any schedule can need that the recorded order allows.
//
// A moment of a schedule is a set of events that contains, with each event, all
// that it comes after, and of each thread a part of the interval that follows.
// Such a set is a closure of the order, and the closure of largest weight is
// found as a minimum cut (Picard, "Maximal closure of a graph and applications
// to combinatorial problems", 1976; for memory: Marchal, Nagy, Simon, Vivien,
// "Parallel scheduling of DAGs under memory constraints", 2018).
//
// Between two events an interval's balance goes up to its highest and from
// there to its end.  A thread that has reached the event before the interval
// can go up without another event, so that event carries the weight of the way
// up.  The way down comes only with the event at the end, which carries its
// weight.  Example: an interval allocates 100 bytes and then frees 70.  The
// event before it weighs 100, and the event at its end -70.
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
    bool known = false; ///< else a piece of the order has too many events, or blocks are too large
    std::uint64_t bytes = 0;
    /// A moment at which it is so: by thread, the last event that has happened, if any; then the
    /// thread's interval goes up to its highest balance.
    std::vector<StepIndex> witness;
    std::size_t largest_piece = 0; ///< events that order threads, which one cut is among
};

/// Limits for the number of events among which one cut is found.
struct PieceSize {
    std::size_t least = 64;     ///< to look for the next piece costs time, too
    std::size_t most = 300'000; ///< a cut takes some seconds; its time grows faster than this
};

WorstHeap worst_heap(const Run& run, LockTurns turns, const PieceSize& piece = {});

} // namespace ilm

#endif
