// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4, ... processors.
#ifndef ILMGEN_ANALYSIS_CORES_H
#define ILMGEN_ANALYSIS_CORES_H

#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/replay.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// The run on a machine.
struct MachineRun {
    std::uint32_t processors = 1;
    Replayed replayed;
    std::uint64_t fast = 0;      ///< the time if each hand-over takes as long as the fastest 10 %
    std::uint64_t slow = 0;      ///< the slowest 10 %; both 0 if hand-overs cost nothing
    std::uint64_t dealt = 0;     ///< the time if items are dealt anew; 0: the run has none
    std::uint64_t heap_peak = 0; ///< bytes
    std::uint64_t shortest = 0;  ///< time, over the ways in which locks can be given out that were
    std::uint64_t longest = 0;   ///< tried: to the first, to the last who came, as recorded;
                                 ///< and `dealt`
};

/// Cores is asked for this beyond its finding.
struct CoresDetail {
    bool all_machines = true; ///< else the three largest, which the finding is about
    bool heap_peaks = true;   ///< MachineRun::heap_peak
    bool schedules = false;   ///< when each step happens: Replayed::begins, done and woken_by
    const MachineCosts* costs = nullptr; ///< of hand-overs; null: they cost nothing
    double unit = 1;                     ///< nanoseconds of a unit of the run's cost
};

class Cores {
public:
    Cores(const Run& run, const Doing& doing, const CoresDetail& detail = {});

    /// Powers of two, up to the threads that are there at once, and one beyond.
    const std::vector<MachineRun>& machines() const { return machines_; }
    /// Those that a sentence tells of: the last three.
    std::span<const MachineRun> told_machines() const {
        return std::span(machines_).last(std::min<std::size_t>(machines_.size(), 3));
    }
    /// The last call: leaves none.
    std::vector<MachineRun> take_machines() { return std::move(machines_); }
    /// A machine with so many processors, on which a question is to be asked.
    Machine machine(std::uint32_t processors, LockOrder order = LockOrder::first_come) const {
        return {processors, order, false, hand_overs_ ? &*hand_overs_ : nullptr};
    }
    /// On one processor, without what hand-overs cost: the work, and the time in which all threads
    /// sleep.
    std::uint64_t time_on_one() const { return time_on_one_; }
    /// By how much that is longer than this time.
    double speedup(std::uint64_t time) const { return ratio(time_on_one_, time); }
    /// Most threads at once, at least 1.
    std::uint32_t threads() const { return threads_; }

    std::vector<Table> tables() const;
    Finding finding() const;

private:
    MachineRun on_cores(std::uint32_t processors, const Doing& doing) const;
    double speedup(const MachineRun& machine) const;
    std::string speedup_text(const MachineRun& machine) const;
    bool sleeps() const { return !run_.asleep.empty(); }
    Table thread_table() const;
    Table hand_over_table() const;
    Table dealt_table() const;
    std::uint64_t time_if(std::uint32_t processors, Quantile quantile) const;
    double most_speedup(const MachineRun& machine) const;
    double order_dependent(const MachineRun& machine) const;

    const Run& run_;
    const CoresDetail detail_;
    std::uint32_t threads_;
    bool deals_; ///< threads take items from counters
    std::uint64_t time_on_one_;
    std::optional<HandOvers> hand_overs_;
    std::uint64_t without_locks_ = 0; ///< time of the longest chain, if locks order nothing
    std::vector<MachineRun> machines_;
};

} // namespace ilm

#endif
