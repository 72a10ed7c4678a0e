// SPDX-License-Identifier: GPL-2.0-or-later
//
// Divides the work of each interval among functions, as samples tell it.
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

    /// The program's own innermost function, and the line in it that most samples were at.  Code
    /// without names counts as one function for each file that it is from.
    const std::string& name(FunctionIndex function) const { return names_[function]; }
    /// Where in it most samples were: a stack of that line.
    StackNumber stack(FunctionIndex function) const { return stacks_[function]; }
    /// Whether there are samples enough to say more than that there are some.
    bool tell() const { return mixes_.whole().all >= 10 * run_.sample_parts; }
    /// Whether so many samples are in the function that its name is worth saying at a glance.
    bool can_name(FunctionIndex function) const;
    /// The standard error of the function's share of all samples, as a part of that share.  It is
    /// that of a binomial distribution: with 5 of 12 samples the share is 42 %, and its error
    /// sqrt(0.42 * 0.58 / 12) = 14 %, so this is 0.34.
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
    std::vector<StackNumber> stacks_;              ///< by function, as names_
    std::map<std::string, FunctionIndex> indices_; ///< by what is one function
    std::unordered_map<StackNumber, FunctionIndex> by_stack_;
    WorkMixes mixes_; ///< the last: making it fills those before
};

} // namespace ilm

#endif
