// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/booking.h"

#include "ilmgen/plan/rest_tree.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace ilm {

namespace {

class Booking {
public:
    Booking(const Problem& problem, const PlanLimits& limits, const Priorities& priorities,
            const SerialOrder& serial)
        : problem_(problem), limits_(limits), priorities_(priorities), by_priority_(problem.size()),
          rest_(problem, serial), place_(problem.size()), waits_for_(problem.size()) {
        for (TaskIndex step = 0; step < problem.size(); ++step) {
            by_priority_[priorities[step]] = step;
            waits_for_[step] = static_cast<std::uint32_t>(problem.before.steps_of(step).size());
        }
        for (std::uint32_t place = 0; place < serial.size(); ++place)
            place_[serial[place]] = place;
        schedule_.start.resize(problem.size());
        schedule_.order.reserve(problem.size());
    }

    Schedule schedule() {
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if (problem_.before.steps_of(step).empty())
                add_ready(step);
        begin_all_that_fit();
        while (!running_.empty()) {
            now_ = running_.top().first;
            while (!running_.empty() && running_.top().first == now_) {
                const TaskIndex step = running_.top().second;
                running_.pop();
                end(step);
            }
            begin_all_that_fit();
        }
        schedule_.makespan = now_;
        return std::move(schedule_);
    }

private:
    using End = std::pair<std::uint64_t, TaskIndex>;

    /// When a step has begun, the steps of higher priority are tried again, because the rest of the
    /// serial order needs less after a step that frees memory.
    void begin_all_that_fit() {
        std::size_t i = 0;
        while (i < ready_.size() && running_.size() < limits_.processors) {
            const TaskIndex step = by_priority_[ready_[i]];
            if (!fits(step)) {
                ++i;
                continue;
            }
            ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(i));
            const bool frees = problem_.steps[step].balance < 0;
            if (begin(step) || frees)
                i = 0;
        }
    }

    bool fits(TaskIndex step) const {
        const PlanStep& plan_step = problem_.steps[step];
        return booked_ + plan_step.highest <= limits_.memory &&
               (plan_step.balance <= 0 ||
                left_behind_ + plan_step.balance + rest_.most_before(place_[step]) <=
                    limits_.memory);
    }

    /// Returns whether the step has ended at once.
    bool begin(TaskIndex step) {
        const PlanStep& plan_step = problem_.steps[step];
        booked_ += plan_step.highest;
        schedule_.peak = std::max(schedule_.peak, booked_);
        note(step);
        if (plan_step.work == 0) {
            end(step);
            return true;
        }
        running_.emplace(now_ + plan_step.work, step);
        return false;
    }

    void note(TaskIndex step) {
        schedule_.start[step] = now_;
        schedule_.order.push_back(step);
        rest_.remove(place_[step]);
        left_behind_ += problem_.steps[step].balance;
    }

    void end(TaskIndex step) {
        booked_ += problem_.steps[step].balance - problem_.steps[step].highest;
        for (const TaskIndex later : problem_.after.steps_of(step))
            if (--waits_for_[later] == 0)
                add_ready(later);
    }

    void add_ready(TaskIndex step) {
        if (problem_.is_meeting(step)) {
            note(step);
            end(step);
            return;
        }
        const std::uint32_t priority = priorities_[step];
        ready_.insert(std::lower_bound(ready_.begin(), ready_.end(), priority), priority);
    }

    const Problem& problem_;
    const PlanLimits limits_;
    const Priorities& priorities_;
    LargeVector<TaskIndex> by_priority_;
    RestTree rest_;
    LargeVector<std::uint32_t> place_; ///< by step: in the serial order
    LargeVector<std::uint32_t> waits_for_;
    LargeVector<std::uint32_t> ready_; ///< priorities of the steps
    std::priority_queue<End, LargeVector<End>, std::greater<>> running_;
    std::uint64_t now_ = 0;
    std::int64_t booked_ = 0;
    std::int64_t left_behind_ = 0; ///< booked when all that have begun have ended
    Schedule schedule_;
};

/// The step of the largest value first; of equal ones the first.
template <class Value, class ValueOf>
Priorities in_order(std::size_t steps, const ValueOf& value_of) {
    LargeVector<std::pair<Value, TaskIndex>> order; // values lie where they are compared
    order.reserve(steps);
    for (TaskIndex step = 0; step < steps; ++step)
        order.emplace_back(value_of(step), step);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first > b.first || (a.first == b.first && a.second < b.second);
    });
    Priorities priorities(steps);
    for (std::uint32_t place = 0; place < steps; ++place)
        priorities[order[place].second] = place;
    return priorities;
}

} // namespace

Priorities longest_chain_first(const Problem& problem) {
    return in_order<std::uint64_t>(problem.size(),
                                   [&](TaskIndex step) { return problem.chain[step]; });
}

Priorities largest_first(std::span<const double> values) {
    return in_order<double>(values.size(), [&](TaskIndex step) { return values[step]; });
}

Schedule book(const Problem& problem, const PlanLimits& limits, const Priorities& priorities,
              const SerialOrder& serial) {
    return Booking(problem, limits, priorities, serial).schedule();
}

} // namespace ilm
