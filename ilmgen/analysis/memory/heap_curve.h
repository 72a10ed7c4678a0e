// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much of the heap is in use over time, for a schedule of the run.
#ifndef ILMGEN_ANALYSIS_HEAP_CURVE_H
#define ILMGEN_ANALYSIS_HEAP_CURVE_H

#include "ilmgen/analysis/schedule/ordering.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <functional>

namespace ilm {

/// When a step's interval begins.
using Begins = std::function<std::uint64_t(StepIndex)>;

/// Live bytes from a time on.
struct HeapLevel {
    std::uint64_t time = 0;
    std::uint64_t bytes = 0;
};

/// A block begins or ends, at a time of the schedule.
struct TimedLife {
    std::uint64_t time = 0;
    std::uint32_t life = 0; ///< index into Run::lives
};

/// All beginnings and ends of blocks, in the order of time.
///
/// A program may hand blocks over in a way that no event shows. Then a schedule may end a block
/// before it begins, which no program can do. In that case the thread that ends the block waits
/// here until the block begins, and everything after the wait is later, too. Example: thread 1
/// allocates at 100. Thread 2 frees this block at 30 and allocates another one at 40; this happens
/// at 100 and 110.
///
/// `turns`: whether the schedule has the locks in the recorded order.
LargeVector<TimedLife> timed_lives(const Run& run, const Begins& begins, LockTurns turns);
/// `replayed`: with the times of its steps.
LargeVector<TimedLife> timed_lives(const Run& run, const Replayed& replayed);

/// The level after each life.
LargeVector<HeapLevel> heap_levels(const Run& run, std::span<const TimedLife> lives);

/// The most bytes that are live at once, and the first time at which so many are.
HeapLevel heap_peak(const Run& run, std::span<const TimedLife> lives);

/// By block: whether it is live at the event that first reaches the peak. The sizes of these blocks
/// sum up to the peak.
LargeVector<bool> live_at_peak(const Run& run, std::span<const TimedLife> lives);

} // namespace ilm

#endif
