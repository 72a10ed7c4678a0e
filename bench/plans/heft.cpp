// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/plans/placing.h"
#include "ilmgen/plan/generation.h"

#include <map>

namespace bench {

namespace {

/// The steps that one processor executes: their ends by their starts.
class Timeline {
public:
    /// The earliest time from `from` on at which nothing is done for so long.
    std::uint64_t gap(std::uint64_t from, std::uint64_t work) const {
        auto next = busy_.upper_bound(from);
        if (next != busy_.begin())
            from = std::max(from, std::prev(next)->second);
        while (next != busy_.end() && next->first < from + std::max<std::uint64_t>(work, 1)) {
            from = next->second;
            ++next;
        }
        return from;
    }
    void add(std::uint64_t start, std::uint64_t work) {
        if (work > 0)
            busy_.emplace(start, start + work);
    }

private:
    std::map<std::uint64_t, std::uint64_t> busy_;
};

} // namespace

std::optional<Schedule> heft(const Problem& problem, const PlanLimits& limits,
                             const SerialOrder& /*serial*/) {
    Schedule schedule;
    schedule.start.resize(problem.size());
    schedule.order = by_upward_rank(problem);
    std::vector<Timeline> processors(limits.processors);
    for (const TaskIndex step : schedule.order) {
        const std::uint64_t work = problem.steps[step].work;
        std::uint64_t& start = schedule.start[step];
        start = ready_at(problem, schedule, step);
        if (problem.is_meeting(step))
            continue;
        const auto earliest = std::min_element(processors.begin(), processors.end(),
                                               [&](const Timeline& a, const Timeline& b) {
                                                   return a.gap(start, work) < b.gap(start, work);
                                               });
        start = earliest->gap(start, work);
        earliest->add(start, work);
    }
    sort_by_start(schedule);
    if (!is_valid(problem, limits, schedule))
        return std::nullopt;
    return schedule;
}

} // namespace bench
