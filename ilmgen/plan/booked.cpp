// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/booked.h"

#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace ilm {

void follow_booked(const Problem& problem, const Schedule& schedule, const TellBooked& tell) {
    using StepEnd = std::pair<std::uint64_t, TaskIndex>;
    std::priority_queue<StepEnd, std::vector<StepEnd>, std::greater<>> running;
    std::int64_t booked = 0;
    const auto end_until = [&](std::uint64_t time) {
        for (; !running.empty() && running.top().first <= time; running.pop()) {
            const PlanStep& step = problem.steps[running.top().second];
            booked += step.balance - step.highest;
            tell(running.top().first, booked, no_task);
        }
    };
    for (const TaskIndex step : schedule.order) {
        if (problem.is_meeting(step))
            continue;
        end_until(schedule.start[step]);
        booked += problem.steps[step].highest;
        tell(schedule.start[step], booked, step);
        running.emplace(schedule.end(problem, step), step);
    }
    end_until(std::numeric_limits<std::uint64_t>::max());
}

} // namespace ilm
