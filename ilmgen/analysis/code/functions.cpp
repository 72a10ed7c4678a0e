// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/functions.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <cmath>

namespace ilm {

Functions::Functions(const Run& run)
    : run_(run), mixes_(run, [this](StackNumber stack) { return function_of(stack); }) {
    name_functions();
}

FunctionIndex Functions::function_of(StackNumber stack) {
    const auto known = by_stack_.find(stack);
    if (known != by_stack_.end())
        return known->second;
    const auto next = static_cast<FunctionIndex>(indices_.size());
    const std::string name = run_.stacks.own_function(stack);
    const auto found =
        indices_.try_emplace(name.empty() ? place_in_function(stack) : name, next).first;
    by_stack_.emplace(stack, found->second);
    return found->second;
}

std::string Functions::place_in_function(StackNumber stack) const {
    const bool has_name = !run_.stacks.own_function(stack).empty();
    const std::string object = run_.stacks.own_object(stack);
    if (has_name)
        return run_.stacks.place(stack);
    return nameless_code(object);
}

bool Functions::can_name(FunctionIndex function) const {
    constexpr std::uint64_t enough = 5;
    const auto found = mixes_.whole().samples.find(function);
    return tell() && found != mixes_.whole().samples.end() &&
           found->second >= enough * run_.sample_parts;
}

double Functions::relative_error(FunctionIndex function) const {
    const double share = mixes_.whole().share(function);
    const double samples = ratio(mixes_.whole().all, run_.sample_parts);
    return std::sqrt((1 - share) / (share * samples));
}

Table Functions::table() const {
    Table table{"work_by_function",
                {{"work", Measure::work}, {"share", Measure::share}, {"function"}},
                {},
                "The work of all threads, by function, estimated from samples. The line is the one "
                "with the most samples."};
    WorkParts work(mixes_);
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        work.add(step, run_.steps[step].work);
    for (const auto& [function, part] : work.parts())
        table.rows.push_back(
            {part, ratio(part, run_.work),
             function == no_work_key ? std::string("not sampled") : name(function)});
    return table;
}

void Functions::name_functions() {
    std::map<StackNumber, std::uint64_t> by_stack;
    for (const RunSample& sample : run_.samples)
        by_stack[sample.stack] += sample.count;
    std::vector<std::map<std::string, std::uint64_t>> by_place(indices_.size());
    for (const auto& [stack, count] : by_stack)
        by_place[by_stack_.at(stack)][place_in_function(stack)] += count;
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    for (const auto& places : by_place)
        names_.push_back(std::max_element(places.begin(), places.end(), fewer)->first);
    stacks_.resize(names_.size());
    for (const auto& [stack, function] : by_stack_)
        if (place_in_function(stack) == names_[function])
            stacks_[function] = std::max(stacks_[function], stack);
}

} // namespace ilm
