// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/work_mixes.h"

#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>

namespace ilm {

namespace {

/// An interval with fewer samples takes the shares of intervals like it, because these say more.
constexpr std::uint64_t enough_samples = 8;

} // namespace

void WorkMix::add(WorkKey key, std::uint64_t count) {
    if (count == 0)
        return;
    all += count;
    samples[key] += count;
}

double WorkMix::share(WorkKey key) const {
    const auto found = samples.find(key);
    return found == samples.end() ? 0 : ratio(found->second, all);
}

WorkMixes::WorkMixes(const Run& run, const std::function<WorkKey(StackNumber)>& key_of)
    : run_(run), by_thread_(run.threads.size()) {
    for (std::size_t begin = 0; begin < run.samples.size();) {
        std::size_t end = begin;
        WorkMix own;
        for (; end < run.samples.size() && run.samples[end].step == run.samples[begin].step;
             ++end) {
            const WorkKey key = key_of(run.samples[end].stack);
            add(run.samples[end], key);
            own.add(key, run.samples[end].count);
        }
        if (own.all >= enough_samples * run.sample_parts)
            own_.emplace(run.samples[begin].step, std::move(own));
        begin = end;
    }
    by_step_.reserve(run.steps.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        by_step_.push_back(&find(step));
}

void WorkMixes::add(const RunSample& sample, WorkKey key) {
    if (sample.count == 0)
        return;
    const RunStep& step = run_.steps[sample.step];
    by_ends_[{began_at(sample.step), step.at}].add(key, sample.count);
    by_end_[step.at].add(key, sample.count);
    by_thread_[step.thread].add(key, sample.count);
    whole_.add(key, sample.count);
}

StackNumber WorkMixes::began_at(StepIndex step) const {
    return run_.is_first(step) ? 0 : run_.steps[run_.steps[step].before].at;
}

const WorkMix& WorkMixes::find(StepIndex step) const {
    if (const auto own = own_.find(step); own != own_.end())
        return own->second;
    const RunStep& this_step = run_.steps[step];
    if (const auto found = by_ends_.find({began_at(step), this_step.at}); found != by_ends_.end())
        return found->second;
    if (const auto found = by_end_.find(this_step.at); found != by_end_.end())
        return found->second;
    const WorkMix& thread = by_thread_[this_step.thread];
    return thread.all > 0 ? thread : whole_;
}

std::vector<std::pair<WorkKey, std::uint64_t>> WorkParts::parts() const {
    std::map<WorkKey, std::uint64_t> sums;
    for (const auto& [mix, work] : by_mix_) {
        std::uint64_t left = work;
        WorkKey largest = no_work_key;
        std::uint64_t most = 0;
        for (const auto& [key, count] : mix->samples) {
            __extension__ using Wide = unsigned __int128;
            const auto part = static_cast<std::uint64_t>(Wide{work} * count / mix->all);
            sums[key] += part;
            left -= part;
            if (count > most) {
                most = count;
                largest = key;
            }
        }
        if (left > 0)
            sums[largest] += left;
    }
    std::vector<std::pair<WorkKey, std::uint64_t>> parts(sums.begin(), sums.end());
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return parts;
}

} // namespace ilm
