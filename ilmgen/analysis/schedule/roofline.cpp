// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/roofline.h"

#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ilm {

Roofline::Roofline(const Run& run, const MemoryPace& pace, double unit)
    : run_(run), pace_{pace.one * unit, pace.all * unit, pace.cache} {
    if (!run.traffic.empty())
        from_memory_.resize(run.steps.size());
    for (const RunTraffic& traffic : run.traffic)
        from_memory_[traffic.step] =
            traffic.distinct <= pace.cache ? traffic.distinct : traffic.moved;
}

std::uint64_t Roofline::time(StepIndex step, double processors) const {
    const double share = std::min(pace_.one, pace_.all / processors);
    const double moving = static_cast<double>(from_memory(step)) / share;
    return std::max(run_.steps[step].work, static_cast<std::uint64_t>(std::llround(moving)));
}

namespace {

/// The processor time that all steps together have had by each of the moments at which one begins
/// or ends.
class TimeSpent {
public:
    TimeSpent(const Run& run, const Replayed& schedule) {
        std::vector<std::pair<std::uint64_t, int>> changes;
        for (StepIndex step = 0; step < run.steps.size(); ++step) {
            const std::uint64_t begin = schedule.begins[step];
            if (run.steps[step].work > 0) {
                changes.emplace_back(begin, 1);
                changes.emplace_back(begin + run.steps[step].work, -1);
            }
        }
        std::sort(changes.begin(), changes.end());
        std::uint64_t spent = 0;
        std::uint64_t before = 0;
        std::int64_t at_work = 0;
        for (const auto& [time, change] : changes) {
            spent += static_cast<std::uint64_t>(at_work) * (time - before);
            at_work += change;
            before = time;
            if (moments_.empty() || moments_.back().first != time)
                moments_.emplace_back(time, spent);
        }
    }

    std::uint64_t by(std::uint64_t moment) const {
        return std::lower_bound(moments_.begin(), moments_.end(),
                                std::pair(moment, std::uint64_t{}))
            ->second;
    }

private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> moments_;
};

} // namespace

std::vector<double> processors_at_work(const Run& run, const Replayed& schedule) {
    const TimeSpent spent(run, schedule);
    std::vector<double> processors(run.steps.size(), 1);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const std::uint64_t work = run.steps[step].work;
        const std::uint64_t begin = schedule.begins[step];
        if (work > 0)
            processors[step] = ratio(spent.by(begin + work) - spent.by(begin), work);
    }
    return processors;
}

} // namespace ilm
