// SPDX-License-Identifier: GPL-2.0-or-later
//
// Divides the work of each interval among functions, according to samples.
#ifndef ILMGEN_ANALYSIS_FUNCTIONS_H
#define ILMGEN_ANALYSIS_FUNCTIONS_H

#include "ilmgen/analysis/code/work_mixes.h"
#include "ilmgen/model/table.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

using FunctionIndex = WorkKey;

class Functions {
public:
    explicit Functions(const Run& run);

    /// The innermost function of the program's own code, and the line in it with the most samples.
    /// Code without names counts as one function for each file that it is from.
    const std::string& name(FunctionIndex function) const { return names_[function]; }
    /// Whether a sample with this stack, which is one of the run's samples, is in the function.
    bool is_in(FunctionIndex function, StackNumber stack) const {
        return by_stack_.at(stack) == function;
    }
    /// A stack of that line.
    StackNumber stack(FunctionIndex function) const { return stacks_[function]; }
    /// Whether there are enough samples for statements about functions: at least 10.
    bool tell() const { return mixes_.whole().all >= 10 * run_.sample_parts; }
    /// Whether the function has enough samples to be named on the first screen: at least 5.
    bool can_name(FunctionIndex function) const;
    /// The standard error of the function's share of all samples, divided by that share. The number
    /// of samples has a binomial distribution. Example: with 5 of 12 samples the share is 42 %, and
    /// its error is sqrt(0.42 * 0.58 / 12) = 14 %, so this returns 0.34.
    double relative_error(FunctionIndex function) const;
    /// By function.
    const WorkMixes& mixes() const { return mixes_; }
    /// The work of all threads by function: the sum is the run's work.
    Table table() const;

private:
    FunctionIndex function_of(StackNumber stack);
    std::string place_in_function(StackNumber stack) const;
    void name_functions();

    const Run& run_;
    std::vector<std::string> names_;
    std::vector<StackNumber> stacks_; ///< by function, as names_
    /// By the name or place that identifies a function.
    std::map<std::string, FunctionIndex> indices_;
    std::unordered_map<StackNumber, FunctionIndex> by_stack_;
    WorkMixes mixes_; ///< the last member, because making it fills the members above
};

} // namespace ilm

#endif
