// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long steps take if all bytes that do not fit into caches come from memory.
//
// A step takes at least as long as its bytes need between memory and processor (Williams, Waterman
// and Patterson, "Roofline", 2009).  Processors share the memory, so each has less of it while more
// of them work.  Example: a processor moves 10 bytes in a nanosecond, two of them 12 together.  A
// step of 100 ns moves 3,000 bytes.  It takes 300 ns alone, and 500 ns while another processor
// works, too.
//
// A trace tells only the bytes that a step moves from and to heap blocks. If the different bytes of
// a step fit into a cache, each of them comes from memory at most once. Otherwise all bytes that
// the step moves may come from memory. This is an upper limit, because the trace does not tell
// which bytes really do.
#ifndef ILMGEN_ANALYSIS_ROOFLINE_H
#define ILMGEN_ANALYSIS_ROOFLINE_H

#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/model/machine_costs.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <functional>
#include <utility>

namespace ilm {

class Roofline {
public:
    /// `unit`: nanoseconds of a unit of the run's cost.
    Roofline(const Run& run, const MemoryPace& pace, double unit);

    /// The time of the step's interval while this number of processors work.
    std::uint64_t time(StepIndex step, double processors) const;
    /// Whether memory makes the step longer then.
    bool limits(StepIndex step, double processors) const {
        return time(step, processors) > run_.steps[step].work;
    }
    /// The most bytes of the step's interval that can come from memory.
    std::uint64_t from_memory(StepIndex step) const {
        return from_memory_.empty() ? 0 : from_memory_[step];
    }

private:
    const Run& run_;
    MemoryPace pace_;                        ///< bytes in a unit of the run's cost
    LargeVector<std::uint64_t> from_memory_; ///< by step; empty: no step moves anything
};

/// How long steps take if memory serves only one processor at a time: a part of their work is no
/// faster on several processors than on one.
///
/// Example: two steps of 100 run at the same time. All work of the first step needs the memory, and
/// half of the second step's work does. So the first step has the memory to itself half of the
/// time, and takes 150. The half of the second step that needs the memory takes twice as long as
/// alone, so the second step takes 150, too.
class SharedMemory {
public:
    /// `shares`: by step, the share of such work.
    SharedMemory(const Run& run, LargeVector<double> shares)
        : run_(run), shares_(std::move(shares)) {}

    double share(StepIndex step) const { return shares_[step]; }
    /// The time of the step's interval. `at_once`: the sum of the shares of all steps that run
    /// meanwhile, including the step's own share.
    std::uint64_t time(StepIndex step, double at_once) const;

private:
    const Run& run_;
    LargeVector<double> shares_;
};

/// By step: the mean number of processors that work while its interval runs. Example: a step runs
/// from 0 to 100, and another one from 50 to 100. So the number is 1.5 for the first step. `share`:
/// how much of a processor a step counts for.
LargeVector<double> processors_at_work(
    const Run& run, const Replayed& schedule,
    const std::function<double(StepIndex)>& share = [](StepIndex) { return 1; });

} // namespace ilm

#endif
