// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4, ... processors.
#ifndef ILMGEN_ANALYSIS_CORES_H
#define ILMGEN_ANALYSIS_CORES_H

#include "ilmgen/analysis/doing.h"
#include "ilmgen/analysis/replay.h"
#include "ilmgen/analysis/table.h"

#include <vector>

namespace ilm {

/// The run on a machine.
struct OnCores {
    std::uint32_t processors = 1;
    Replayed replayed;
    std::uint64_t heap_peak = 0; ///< bytes
    std::uint64_t shortest = 0;  ///< time, over the ways in which locks can be given out that were
    std::uint64_t longest = 0;   ///< tried: to the first, to the last who came, as recorded
};

class Cores {
public:
    Cores(const Run& run, const Doing& doing);

    /// Powers of two, up to the threads that are there at once, and one beyond.
    const std::vector<OnCores>& machines() const { return machines_; }
    /// Most threads at once, at least 1.
    std::uint32_t threads() const { return threads_; }

    Section section() const;
    Finding finding() const;

private:
    double speedup(const OnCores& machine) const;
    double most_speedup(const OnCores& machine) const;
    double order_dependent(const OnCores& machine) const;

    const Run& run_;
    std::uint32_t threads_;
    std::uint64_t without_locks_ = 0; ///< time of the longest chain, if locks order nothing
    std::vector<OnCores> machines_;
};

} // namespace ilm

#endif
