// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the work of each interval consists of, as samples tell it.
//
// A sample is drawn of every so many instructions of a thread, so most short
// intervals have none.  Intervals that lead from one place of the program to
// another one do alike: those with few samples of their own take the shares of
// all that end at the same place and began at the same place; if these have
// none, of all that end there; of the thread; of the run.
#ifndef ILMGEN_ANALYSIS_WORK_MIXES_H
#define ILMGEN_ANALYSIS_WORK_MIXES_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// What samples are told apart by: their stacks, say, or groups of these.
using WorkKey = std::uint32_t;

/// Samples by key.
struct WorkMix {
    std::map<WorkKey, std::uint64_t> samples;
    std::uint64_t all = 0;

    void add(WorkKey key, std::uint64_t count);
    /// Of all samples, 0 if there are none.
    double share(WorkKey key) const;
};

class WorkMixes {
public:
    WorkMixes(const Run& run, const std::function<WorkKey(StackNumber)>& key_of);
    /// `by_step_` points into the others.
    WorkMixes(const WorkMixes&) = delete;
    WorkMixes& operator=(const WorkMixes&) = delete;

    const WorkMix& whole() const { return whole_; }
    /// What the work of the step's interval is taken to consist of.  The same object for intervals
    /// that are taken to be alike.  Without a sample only if the run has none.
    const WorkMix& of(StepIndex step) const { return *by_step_[step]; }

private:
    /// Where intervals begin and end.
    using Ends = std::pair<StackNumber, StackNumber>;

    void add(const RunSample& sample, WorkKey key);
    StackNumber began_at(StepIndex step) const;
    const WorkMix& find(StepIndex step) const;

    const Run& run_;
    std::unordered_map<StepIndex, WorkMix> own_; ///< of steps with enough
    std::map<Ends, WorkMix> by_ends_;
    std::unordered_map<StackNumber, WorkMix> by_end_;
    std::vector<WorkMix> by_thread_;
    WorkMix whole_;
    std::vector<const WorkMix*> by_step_;
};

/// How much work there is of each key: the parts sum up to `work` for every mix, to the unit.
class WorkParts {
public:
    explicit WorkParts(const WorkMixes& mixes) : mixes_(mixes) {}

    void add(StepIndex step, std::uint64_t work) { by_mix_[&mixes_.of(step)] += work; }
    /// The largest first.  Work of which nothing is known is of no key: `nowhere`.
    std::vector<std::pair<WorkKey, std::uint64_t>> parts() const;

private:
    const WorkMixes& mixes_;
    std::unordered_map<const WorkMix*, std::uint64_t> by_mix_;
};

} // namespace ilm

#endif
