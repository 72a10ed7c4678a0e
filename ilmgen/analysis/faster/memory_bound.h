// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4, ... processors if memory limits it (roofline.h).
//
// This is the other end of a range.  In the times of Cores, memory costs no more than it did where
// the run was counted: nothing if instructions were counted.
#ifndef ILMGEN_ANALYSIS_MEMORY_BOUND_H
#define ILMGEN_ANALYSIS_MEMORY_BOUND_H

#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/schedule/roofline.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

class MemoryBound {
public:
    /// `costs`: null, or without MemoryPace: nothing is known.  `unit`: nanoseconds of a unit of
    /// the run's cost.
    MemoryBound(const Run& run, const Functions& functions, const Cores& cores,
                const MachineCosts* costs, double unit, const Doing& doing);

    /// Whether the machine's memory is known.
    bool is_known() const { return is_known_; }
    /// None if memory does not limit the run.
    std::vector<Table> tables() const;
    /// Empty if memory does not limit the run by much.
    Finding finding() const;

private:
    /// The run on a machine whose memory gets all bytes that caches cannot hold.
    struct Limited {
        std::uint32_t processors = 1;
        std::uint64_t time = 0;
        double speedup = 1;       ///< against one processor, which has this limit, too
        double without_limit = 1; ///< that of Cores
        bool is_told = false;     ///< by the finding
    };

    void replay_on(const Cores& cores, const Roofline& roofline);
    void sum_up(const Functions& functions, const Roofline& roofline);

    const Run& run_;
    bool is_known_;
    std::vector<Limited> machines_;
    /// Most bytes that come from memory in it, by function; the largest first.
    std::vector<std::pair<FunctionIndex, std::uint64_t>> by_function_;
    std::vector<std::string> names_;   ///< of these
    std::vector<std::uint64_t> works_; ///< the same: all of their work
};

} // namespace ilm

#endif
