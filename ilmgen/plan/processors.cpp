// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/processors.h"

#include <functional>
#include <queue>
#include <set>
#include <utility>

namespace ilm {

namespace {

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

std::vector<std::uint32_t> processors_of(const Problem& problem, const Schedule& schedule) {
    using End = std::pair<std::uint64_t, std::uint32_t>; // and the processor
    std::priority_queue<End, std::vector<End>, std::greater<>> running;
    FreeProcessors free;
    std::vector<std::uint32_t> processors(problem.size());
    std::vector<std::uint32_t> last(problem.threads); // of each thread
    for (const TaskIndex step : schedule.order) {
        if (problem.is_meeting(step))
            continue;
        for (; !running.empty() && running.top().first <= schedule.start[step]; running.pop())
            free.give_back(running.top().second);
        std::uint32_t& processor = last[problem.steps[step].thread];
        processors[step] = processor = free.take(processor);
        running.emplace(schedule.end(problem, step), processor);
    }
    return processors;
}

} // namespace ilm
