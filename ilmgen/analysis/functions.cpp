// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/functions.h"

#include <algorithm>

namespace ilm {

namespace {

/// Of one interval: with fewer, what others that are alike consist of says more.
constexpr std::uint64_t enough_samples = 8;

} // namespace

void WorkMix::add(FunctionIndex function, std::uint64_t count) {
    all += count;
    for (auto& [known, sum] : samples)
        if (known == function) {
            sum += count;
            return;
        }
    samples.emplace_back(function, count);
}

double WorkMix::share(FunctionIndex function) const {
    for (const auto& [known, count] : samples)
        if (known == function)
            return static_cast<double>(count) / static_cast<double>(all);
    return 0;
}

Functions::Functions(const Run& run) : run_(run), by_thread_(run.threads.size()) {
    for (std::size_t begin = 0; begin < run.samples.size();) {
        std::size_t end = begin;
        WorkMix own;
        for (; end < run.samples.size() && run.samples[end].step == run.samples[begin].step;
             ++end) {
            add(run.samples[end]);
            own.add(by_stack_.at(run.samples[end].stack), run.samples[end].count);
        }
        if (own.all >= enough_samples)
            own_.emplace(run.samples[begin].step, std::move(own));
        begin = end;
    }
    name_functions();
    by_step_.reserve(run.steps.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        by_step_.push_back(&find(step));
}

void Functions::add(const RunSample& sample) {
    const FunctionIndex function = function_of(sample.stack);
    const RunStep& step = run_.steps[sample.step];
    lines_[function][place_in_function(sample.stack)] += sample.count;
    by_ends_[{began_at(sample.step), step.at}].add(function, sample.count);
    by_end_[step.at].add(function, sample.count);
    by_thread_[step.thread].add(function, sample.count);
    whole_.add(function, sample.count);
}

FunctionIndex Functions::function_of(StackNumber stack) {
    const auto known = by_stack_.find(stack);
    if (known != by_stack_.end())
        return known->second;
    const auto next = static_cast<FunctionIndex>(lines_.size());
    const std::string name = run_.stacks.own_function(stack);
    const auto [found, is_new] =
        indices_.try_emplace(name.empty() ? place_in_function(stack) : name, next);
    if (is_new)
        lines_.emplace_back();
    by_stack_.emplace(stack, found->second);
    return found->second;
}

std::string Functions::place_in_function(StackNumber stack) const {
    const bool has_name = !run_.stacks.own_function(stack).empty();
    const std::string object = run_.stacks.own_object(stack);
    if (has_name)
        return run_.stacks.place(stack);
    return object.empty() ? "code of no file" : "code of " + object;
}

void Functions::name_functions() {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    for (const auto& places : lines_)
        names_.push_back(std::max_element(places.begin(), places.end(), fewer)->first);
}

StackNumber Functions::began_at(StepIndex step) const {
    return run_.is_first(step) ? 0 : run_.steps[run_.steps[step].before].at;
}

const WorkMix& Functions::find(StepIndex step) const {
    if (const auto own = own_.find(step); own != own_.end())
        return own->second;
    const RunStep& that = run_.steps[step];
    if (const auto found = by_ends_.find({began_at(step), that.at}); found != by_ends_.end())
        return found->second;
    if (const auto found = by_end_.find(that.at); found != by_end_.end())
        return found->second;
    const WorkMix& thread = by_thread_[that.thread];
    return thread.all > 0 ? thread : whole_;
}

std::vector<std::pair<FunctionIndex, std::uint64_t>> WorkByFunction::parts() const {
    std::map<FunctionIndex, std::uint64_t> sums;
    for (const auto& [mix, work] : by_mix_) {
        std::uint64_t left = work;
        FunctionIndex largest = nowhere;
        std::uint64_t most = 0;
        for (const auto& [function, count] : mix->samples) {
            __extension__ using Wide = unsigned __int128;
            const auto part = static_cast<std::uint64_t>(Wide{work} * count / mix->all);
            sums[function] += part;
            left -= part;
            if (count > most) {
                most = count;
                largest = function;
            }
        }
        if (left > 0)
            sums[largest] += left;
    }
    std::vector<std::pair<FunctionIndex, std::uint64_t>> parts(sums.begin(), sums.end());
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return parts;
}

} // namespace ilm
