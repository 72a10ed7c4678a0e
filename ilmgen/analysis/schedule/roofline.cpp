// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/roofline.h"

#include <algorithm>
#include <cmath>

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

std::uint64_t SharedMemory::time(StepIndex step, double at_once) const {
    const auto work = static_cast<double>(run_.steps[step].work);
    const double others = std::max(0.0, at_once - share(step));
    return static_cast<std::uint64_t>(std::llround(work * (1 + share(step) * others)));
}

namespace {

using Share = std::function<double(StepIndex)>;

/// The processor time that all steps together have had by each of the moments at which one begins
/// or ends.
class TimeSpent {
public:
    TimeSpent(const Run& run, const Replayed& schedule, const Share& share) {
        LargeVector<std::pair<std::uint64_t, double>> changes;
        for (StepIndex step = 0; step < run.steps.size(); ++step) {
            const std::uint64_t begin = schedule.begins[step];
            if (run.steps[step].work > 0) {
                changes.emplace_back(begin, share(step));
                changes.emplace_back(begin + run.steps[step].work, -share(step));
            }
        }
        std::sort(changes.begin(), changes.end());
        double spent = 0;
        std::uint64_t before = 0;
        double at_work = 0;
        for (const auto& [time, change] : changes) {
            spent += at_work * static_cast<double>(time - before);
            at_work += change;
            before = time;
            if (moments_.empty() || moments_.back().first != time)
                moments_.emplace_back(time, spent);
        }
    }

    double by(std::uint64_t moment) const {
        return std::ranges::lower_bound(moments_, moment, {},
                                        &std::pair<std::uint64_t, double>::first)
            ->second;
    }

private:
    LargeVector<std::pair<std::uint64_t, double>> moments_;
};

} // namespace

LargeVector<double> processors_at_work(const Run& run, const Replayed& schedule,
                                       const Share& share) {
    const TimeSpent spent(run, schedule, share);
    LargeVector<double> processors(run.steps.size(), 1);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const std::uint64_t work = run.steps[step].work;
        const std::uint64_t begin = schedule.begins[step];
        if (work > 0)
            processors[step] =
                (spent.by(begin + work) - spent.by(begin)) / static_cast<double>(work);
    }
    return processors;
}

} // namespace ilm
