// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/generation.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace ilm {

namespace {

/// The processors and the memory that the placed steps use over time.
class Profile {
public:
    explicit Profile(const PlanLimits& limits) : limits_(limits) {}

    /// The earliest time from `from` on at which the step has room; nothing if there is none.
    std::optional<std::uint64_t> room_for(const PlanStep& step, std::uint64_t from) const {
        const std::optional<std::uint64_t> end = room_for_balance(step.balance);
        if (!end)
            return std::nullopt;
        std::uint64_t start = std::max(from, *end > step.work ? *end - step.work : 0);
        for (std::size_t first = level_at(start);;) {
            std::size_t level = first;
            while (level < levels_.size() && has_room(level, step) &&
                   (level == first || levels_[level].time < start + step.work))
                ++level;
            const bool is_reached = level > first && (level == levels_.size() ||
                                                      levels_[level].time >= start + step.work);
            if (is_reached)
                return start;
            if (level + 1 >= levels_.size())
                return std::nullopt;
            first = level + 1;
            start = levels_[first].time;
        }
    }

    void place(const PlanStep& step, std::uint64_t start) {
        const std::size_t first = split(start);
        const std::size_t end = split(start + step.work);
        for (std::size_t level = first; level < end; ++level) {
            levels_[level].booked += step.highest;
            ++levels_[level].running;
        }
        for (std::size_t level = end; level < levels_.size(); ++level)
            levels_[level].booked += step.balance;
    }

private:
    /// The use from a time on, up to the next level.
    struct Level {
        std::uint64_t time = 0;
        std::int64_t booked = 0;
        std::uint64_t running = 0;
    };

    bool has_room(std::size_t level, const PlanStep& step) const {
        return levels_[level].running < limits_.processors &&
               levels_[level].booked + step.highest <= limits_.memory;
    }

    /// The time from which on there is always room for so many bytes.
    std::optional<std::uint64_t> room_for_balance(std::int64_t balance) const {
        if (balance <= 0)
            return 0;
        for (std::size_t level = levels_.size(); level-- > 0;)
            if (levels_[level].booked + balance > limits_.memory)
                return level + 1 == levels_.size() ? std::nullopt
                                                   : std::optional(levels_[level + 1].time);
        return 0;
    }

    std::size_t level_at(std::uint64_t time) const {
        const auto later =
            std::upper_bound(levels_.begin(), levels_.end(), time,
                             [](std::uint64_t t, const Level& level) { return t < level.time; });
        return static_cast<std::size_t>(later - levels_.begin()) - 1;
    }

    std::size_t split(std::uint64_t time) {
        const std::size_t level = level_at(time);
        if (levels_[level].time == time)
            return level;
        Level later = levels_[level];
        later.time = time;
        levels_.insert(levels_.begin() + static_cast<std::ptrdiff_t>(level) + 1, later);
        return level + 1;
    }

    const PlanLimits limits_;
    std::vector<Level> levels_ = std::vector<Level>(1);
};

/// The steps that run while a schedule is followed.
class Running {
public:
    explicit Running(const Problem& problem, const Schedule& schedule)
        : problem_(problem), schedule_(schedule) {}

    void begin(TaskIndex step) {
        booked_ += problem_.steps[step].highest;
        ends_.emplace(schedule_.end(problem_, step), step);
    }
    void end_until(std::uint64_t time) {
        for (; !ends_.empty() && ends_.top().first <= time; ends_.pop()) {
            const PlanStep& step = problem_.steps[ends_.top().second];
            booked_ += step.balance - step.highest;
        }
    }
    std::int64_t booked() const { return booked_; }
    std::size_t count() const { return ends_.size(); }

private:
    using End = std::pair<std::uint64_t, TaskIndex>;

    const Problem& problem_;
    const Schedule& schedule_;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
    std::int64_t booked_ = 0;
};

} // namespace

std::optional<Schedule> generate_schedule(const Problem& problem, const PlanLimits& limits,
                                          const SerialOrder& order) {
    Schedule schedule;
    schedule.start.resize(problem.size());
    Profile profile(limits);
    for (const TaskIndex step : order) {
        std::uint64_t from = 0;
        for (const TaskIndex before : problem.before.steps_of(step))
            from = std::max(from, schedule.end(problem, before));
        if (!problem.is_meeting(step)) {
            const std::optional<std::uint64_t> start = profile.room_for(problem.steps[step], from);
            if (!start)
                return std::nullopt;
            from = *start;
            profile.place(problem.steps[step], from);
        }
        schedule.start[step] = from;
    }
    schedule.order = order;
    sort_stably(schedule.order,
                [&](TaskIndex a, TaskIndex b) { return schedule.start[a] < schedule.start[b]; });
    if (!is_valid(problem, limits, schedule))
        return std::nullopt;
    return schedule;
}

bool is_valid(const Problem& problem, const PlanLimits& limits, Schedule& schedule) {
    LargeVector<bool> is_listed(problem.size());
    Running running(problem, schedule);
    schedule.peak = 0;
    schedule.makespan = 0;
    std::uint64_t now = 0;
    for (const TaskIndex step : schedule.order) {
        if (schedule.start[step] < now || is_listed[step])
            return false;
        now = schedule.start[step];
        for (const TaskIndex before : problem.before.steps_of(step))
            if (!is_listed[before] || schedule.end(problem, before) > now)
                return false;
        is_listed[step] = true;
        running.end_until(now);
        if (!problem.is_meeting(step))
            running.begin(step);
        schedule.peak = std::max(schedule.peak, running.booked());
        schedule.makespan = std::max(schedule.makespan, schedule.end(problem, step));
        if (running.count() > limits.processors || schedule.peak > limits.memory)
            return false;
    }
    return schedule.order.size() == problem.size();
}

} // namespace ilm
