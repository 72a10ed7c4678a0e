// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/plans/placing.h"

#include <map>

namespace bench {

namespace {

/// The bytes that the placed steps book, over time.
class Booked {
public:
    /// The earliest time from which on so many bytes are free for ever; nothing if there is none.
    std::optional<std::uint64_t> free_from(std::int64_t bytes, std::int64_t memory) const {
        std::int64_t booked = 0;
        std::uint64_t from = 0;
        bool is_free = true;
        for (const auto& [time, change] : changes_) {
            booked += change;
            if (is_free && booked + bytes > memory)
                is_free = false;
            else if (!is_free && booked + bytes <= memory) {
                is_free = true;
                from = time;
            }
        }
        return is_free ? std::optional(from) : std::nullopt;
    }
    /// A step without work books its hmax for one instruction, because others see it at its moment.
    void add(const PlanStep& step, std::uint64_t start) {
        changes_[start] += step.highest;
        changes_[start + std::max<std::uint64_t>(step.work, 1)] += step.balance - step.highest;
    }

private:
    std::map<std::uint64_t, std::int64_t> changes_; ///< by time
};

class MemHeft {
public:
    MemHeft(const Problem& problem, const PlanLimits& limits)
        : problem_(problem), limits_(limits), waits_for_(problem.size()),
          processors_(limits.processors), left_(by_upward_rank(problem)) {
        schedule_.start.resize(problem.size());
        for (TaskIndex step = 0; step < problem.size(); ++step)
            waits_for_[step] = problem.before.steps_of(step).size();
    }

    std::optional<Schedule> schedule() {
        while (!left_.empty())
            if (!place_first())
                return std::nullopt;
        sort_by_start(schedule_);
        for (const TaskIndex step : schedule_.order)
            schedule_.makespan = std::max(schedule_.makespan, schedule_.end(problem_, step));
        return std::move(schedule_);
    }

private:
    /// Returns whether a step can be placed.
    bool place_first() {
        for (auto step = left_.begin(); step != left_.end(); ++step)
            if (waits_for_[*step] == 0 && place(*step)) {
                left_.erase(step);
                return true;
            }
        return false;
    }

    bool place(TaskIndex step) {
        const PlanStep& plan_step = problem_.steps[step];
        std::uint64_t start = ready_at(problem_, schedule_, step);
        if (!problem_.is_meeting(step)) {
            const auto memory = booked_.free_from(plan_step.highest, limits_.memory);
            if (!memory)
                return false;
            const auto processor = std::min_element(processors_.begin(), processors_.end());
            start = std::max({start, *memory, *processor});
            *processor = start + plan_step.work;
            booked_.add(plan_step, start);
        }
        schedule_.start[step] = start;
        schedule_.order.push_back(step);
        for (const TaskIndex later : problem_.after.steps_of(step))
            --waits_for_[later];
        return true;
    }

    const Problem& problem_;
    const PlanLimits limits_;
    std::vector<std::size_t> waits_for_;
    std::vector<std::uint64_t> processors_; ///< when each has ended all that it was given
    SerialOrder left_;                      ///< by upward rank
    Booked booked_;
    Schedule schedule_;
};

} // namespace

std::optional<Schedule> mem_heft(const Problem& problem, const PlanLimits& limits,
                                 const SerialOrder& /*serial*/) {
    return MemHeft(problem, limits).schedule();
}

} // namespace bench
