// SPDX-License-Identifier: GPL-2.0-or-later
//
// Identifies the steps of a run in another run of the same program.
#ifndef ILMGEN_PLAN_STEP_NAMES_H
#define ILMGEN_PLAN_STEP_NAMES_H

#include "ilmgen/analysis/schedule/task_graph.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// Thread numbers depend on the order of forks, but a thread's path and the number of its event do
/// not: the path says, for each fork on the way from the first thread, which fork of its parent it
/// was.  Example: [2, 1] is the first thread that the first thread's second child has created.
class StepNames {
public:
    /// Throws Error if a thread other than the first one was not forked.
    explicit StepNames(const Run& run);

    const std::vector<std::uint32_t>& path(ThreadIndex thread) const { return paths_[thread]; }
    /// The number, from 1 on, of the event that ends the step, among the events of its thread.
    std::uint32_t nth(StepIndex step) const { return nths_[step]; }

private:
    std::vector<std::vector<std::uint32_t>> paths_;
    LargeVector<std::uint32_t> nths_;
};

/// The word for the step's kind in a plan: fork, join, exit, rel, acq, or end for the work after a
/// thread's last event.
std::string kind_of_step(const RunStep& step);

/// The hash of a run's steps that docs/plan-format.md describes.
std::string hash_of_steps(const Run& run, const TaskGraph& graph, const StepNames& names);

} // namespace ilm

#endif
