// SPDX-License-Identifier: GPL-2.0-or-later
//
// Estimates which functions do the work of each interval, because most intervals have no sample.
//
// A thread is sampled once in a fixed number of instructions, so most short intervals have no
// sample. Intervals that begin at the same place of the program and end at the same place do
// similar work. So an interval with few samples of its own takes the shares of all intervals that
// begin and end at the same two places. If these have no samples, it takes the shares of all
// intervals that end there, else of its thread, else of the run.
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

/// The key by which samples are counted, for example a stack or a group of stacks.
using WorkKey = std::uint32_t;
constexpr WorkKey no_work_key = ~WorkKey{0};

/// Samples by key.
struct WorkMix {
    std::map<WorkKey, std::uint64_t> samples;
    std::uint64_t all = 0;

    void add(WorkKey key, std::uint64_t count);
    /// The share of all samples that have this key; 0 if there are no samples.
    double share(WorkKey key) const;
};

class WorkMixes {
public:
    WorkMixes(const Run& run, const std::function<WorkKey(StackNumber)>& key_of);
    /// Not copied, because `by_step_` points into other members.
    WorkMixes(const WorkMixes&) = delete;
    WorkMixes& operator=(const WorkMixes&) = delete;

    const WorkMix& whole() const { return whole_; }
    /// The assumed mix of the step's interval. Intervals for which the same mix is assumed have the
    /// same object. A mix has no samples only if the run has none.
    const WorkMix& mix_of(StepIndex step) const { return *by_step_[step]; }

private:
    /// Where intervals begin and end.
    using Ends = std::pair<StackNumber, StackNumber>;

    void add(const RunSample& sample, WorkKey key);
    StackNumber began_at(StepIndex step) const;
    const WorkMix& find(StepIndex step) const;

    const Run& run_;
    LargeMap<StepIndex, WorkMix> own_; ///< of steps with enough samples
    std::map<Ends, WorkMix> by_ends_;
    std::unordered_map<StackNumber, WorkMix> by_end_;
    std::vector<WorkMix> by_thread_;
    WorkMix whole_;
    LargeVector<const WorkMix*> by_step_;
};

/// Divides work among keys. The parts of each mix sum up exactly to the work that was added for it.
class WorkParts {
public:
    explicit WorkParts(const WorkMixes& mixes) : mixes_(&mixes) {}

    void add(StepIndex step, std::uint64_t work) { by_mix_[&mixes_->mix_of(step)] += work; }
    /// The largest part comes first.  Work of which nothing is known has the key `no_work_key`.
    std::vector<std::pair<WorkKey, std::uint64_t>> parts() const;

private:
    const WorkMixes* mixes_;
    std::unordered_map<const WorkMix*, std::uint64_t> by_mix_;
};

} // namespace ilm

#endif
