// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long steps take if all comes from memory that caches cannot hold.
//
// A step takes at least as long as its bytes need between memory and processor (Williams, Waterman
// and Patterson, "Roofline", 2009).  Processors share the memory, so each has less of it while more
// of them work.  Example: a processor moves 10 bytes in a nanosecond, two of them 12 together.  A
// step of 100 ns moves 3,000 bytes.  It takes 300 ns alone, and 500 ns while another processor
// works, too.
//
// A trace tells what a step moves in heap blocks only.  If its different bytes fit into a cache,
// each comes from memory once at most; else all that is moved may.  Whether it does is not known.
#ifndef ILMGEN_ANALYSIS_ROOFLINE_H
#define ILMGEN_ANALYSIS_ROOFLINE_H

#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/model/machine_costs.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ilm {

class Roofline {
public:
    /// `unit`: nanoseconds of a unit of the run's cost.
    Roofline(const Run& run, const MemoryPace& pace, double unit);

    /// The step's interval, while so many processors work.
    std::uint64_t time(StepIndex step, double processors) const;
    /// Whether memory makes the step longer then.
    bool limits(StepIndex step, double processors) const {
        return time(step, processors) > run_.steps[step].work;
    }
    /// Most bytes of the step's interval that can come from memory.
    std::uint64_t from_memory(StepIndex step) const {
        return from_memory_.empty() ? 0 : from_memory_[step];
    }

private:
    const Run& run_;
    MemoryPace pace_;                        ///< bytes in a unit of the run's cost
    std::vector<std::uint64_t> from_memory_; ///< by step; empty: no step moves anything
};

/// How long steps take if a part of their work is no faster on several processors than on one.
///
/// Example: two steps of 100 run at the same time.  All of the first one is such work, and half of
/// the second one.  So the first one has the memory for itself half of the time, and takes 150. The
/// second half of the other one takes twice as long as alone, so this step takes 150, too.
class SharedMemory {
public:
    /// `shares`: by step, the share of such work.
    SharedMemory(const Run& run, std::vector<double> shares)
        : run_(run), shares_(std::move(shares)) {}

    double share(StepIndex step) const { return shares_[step]; }
    /// The step's interval.  `at_once`: the sum of the shares of all steps that run meanwhile, its
    /// own included.
    std::uint64_t time(StepIndex step, double at_once) const;

private:
    const Run& run_;
    std::vector<double> shares_;
};

/// By step: how many processors work while its interval is on one, in the mean.  Example: a step
/// is on a processor from 0 to 100, and another one from 50 to 100; so it is 1.5 for the first one.
/// `share`: a step counts as so much of a processor.
std::vector<double> processors_at_work(
    const Run& run, const Replayed& schedule,
    const std::function<double(StepIndex)>& share = [](StepIndex) { return 1; });

} // namespace ilm

#endif
