// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which functions the work of each interval is in, as samples tell it.
//
// A sample is drawn of every so many instructions of a thread, so most short
// intervals have none.  Intervals that lead from one place of the program to
// another one do alike: those with few samples of their own take the shares of
// all that end at the same place and began at the same place; if these have
// none, of all that end there; of the thread; of the run.
#ifndef ILMGEN_ANALYSIS_FUNCTIONS_H
#define ILMGEN_ANALYSIS_FUNCTIONS_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

using FunctionIndex = std::uint32_t;

/// Samples by function; none twice.
struct WorkMix {
    std::vector<std::pair<FunctionIndex, std::uint64_t>> samples;
    std::uint64_t all = 0;

    void add(FunctionIndex function, std::uint64_t count);
    /// Of all samples, 0 if there are none.
    double share(FunctionIndex function) const;
};

class Functions {
public:
    explicit Functions(const Run& run);

    /// The program's own innermost function, and the line in it that most samples were at.  Code
    /// without names counts as one function for each file that it is from.
    const std::string& name(FunctionIndex function) const { return names_[function]; }
    /// Whether there are samples enough to say more than that there are some.
    bool tell() const { return whole_.all >= 10; }
    /// What the work of the step's interval is taken to consist of.  The same object for intervals
    /// that are taken to be alike.
    const WorkMix& of(StepIndex step) const { return *by_step_[step]; }

private:
    /// Where intervals begin and end.
    using Ends = std::pair<StackNumber, StackNumber>;

    FunctionIndex function_of(StackNumber stack);
    std::string place_in_function(StackNumber stack) const;
    void add(const RunSample& sample);
    void name_functions();
    StackNumber began_at(StepIndex step) const;
    const WorkMix& find(StepIndex step) const;

    const Run& run_;
    std::vector<std::string> names_;
    std::map<std::string, FunctionIndex> indices_; ///< by what is one function
    std::unordered_map<StackNumber, FunctionIndex> by_stack_;
    std::vector<std::map<std::string, std::uint64_t>> lines_; ///< by function: samples by place
    std::unordered_map<StepIndex, WorkMix> own_;              ///< of steps with enough
    std::map<Ends, WorkMix> by_ends_;
    std::unordered_map<StackNumber, WorkMix> by_end_;
    std::vector<WorkMix> by_thread_;
    WorkMix whole_;
    std::vector<const WorkMix*> by_step_;
};

/// How much work is in each function: the parts sum up to `work` for every mix, to the unit.
class WorkByFunction {
public:
    explicit WorkByFunction(const Functions& functions) : functions_(functions) {}

    void add(StepIndex step, std::uint64_t work) { by_mix_[&functions_.of(step)] += work; }
    /// The largest first.  Work of which nothing is known is in no function: `nowhere`.
    std::vector<std::pair<FunctionIndex, std::uint64_t>> parts() const;

private:
    const Functions& functions_;
    std::unordered_map<const WorkMix*, std::uint64_t> by_mix_;
};

} // namespace ilm

#endif
