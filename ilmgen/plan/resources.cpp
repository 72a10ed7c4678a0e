// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/resources.h"

#include <limits>
#include <queue>
#include <set>
#include <utility>

namespace ilm {

namespace {

/// Calls begins(step) and ends(step, time) in the order of time, for all steps but meetings.  Ends
/// come before beginnings at the same time.
template <class Begins, class Ends>
void follow_steps(const Problem& problem, const Schedule& schedule, Begins begins, Ends ends) {
    using StepEnd = std::pair<std::uint64_t, TaskIndex>;
    std::priority_queue<StepEnd, std::vector<StepEnd>, std::greater<>> running;
    const auto end_until = [&](std::uint64_t time) {
        for (; !running.empty() && running.top().first <= time; running.pop())
            ends(running.top().second, running.top().first);
    };
    for (const TaskIndex step : schedule.order) {
        if (problem.is_meeting(step))
            continue;
        end_until(schedule.start[step]);
        begins(step);
        running.emplace(schedule.end(problem, step), step);
    }
    end_until(std::numeric_limits<std::uint64_t>::max());
}

class FreeProcessors {
public:
    std::uint32_t take(std::uint32_t wanted) {
        if (free_.erase(wanted) > 0)
            return wanted;
        if (free_.empty())
            return ++used_;
        const std::uint32_t lowest = *free_.begin();
        free_.erase(free_.begin());
        return lowest;
    }
    void give_back(std::uint32_t processor) { free_.insert(processor); }

private:
    std::set<std::uint32_t> free_; ///< of those that have been used
    std::uint32_t used_ = 0;
};

} // namespace

void follow_booked(const Problem& problem, const Schedule& schedule, const TellBooked& tell) {
    std::int64_t booked = 0;
    const auto begins = [&](TaskIndex step) {
        booked += problem.steps[step].highest;
        tell(schedule.start[step], booked, step);
    };
    const auto ends = [&](TaskIndex step, std::uint64_t time) {
        booked += problem.steps[step].balance - problem.steps[step].highest;
        tell(time, booked, no_task);
    };
    follow_steps(problem, schedule, begins, ends);
}

LargeVector<std::uint32_t> processors_of(const Problem& problem, const Schedule& schedule) {
    FreeProcessors free;
    LargeVector<std::uint32_t> processors(problem.size());
    std::vector<std::uint32_t> last(problem.threads); // of each thread
    const auto begins = [&](TaskIndex step) {
        std::uint32_t& processor = last[problem.steps[step].thread];
        processors[step] = processor = free.take(processor);
    };
    const auto ends = [&](TaskIndex step, std::uint64_t /*time*/) {
        free.give_back(processors[step]);
    };
    follow_steps(problem, schedule, begins, ends);
    return processors;
}

} // namespace ilm
