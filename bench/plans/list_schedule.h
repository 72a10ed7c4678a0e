// SPDX-License-Identifier: GPL-2.0-or-later
//
// List scheduling: time goes from end to end of steps, and at each of them the ready steps that may
// begin do so, in the order of their priorities.
#ifndef BENCH_PLANS_LIST_SCHEDULE_H
#define BENCH_PLANS_LIST_SCHEDULE_H

#include "bench/plans/methods.h"

#include <functional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

namespace bench {

/// `Rule` decides about memory: may_begin(step), begin(step), end(step).
template <class Rule>
class ListScheduler {
public:
    ListScheduler(const Problem& problem, std::uint64_t processors, Rule& rule)
        : problem_(problem), processors_(processors), rule_(rule),
          priorities_(longest_chain_first(problem)), waits_for_(problem.size()) {
        schedule_.start.resize(problem.size());
    }

    /// Nothing if steps are left that may not begin.
    std::optional<Schedule> schedule() {
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            waits_for_[step] = problem_.before.steps_of(step).size();
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if (problem_.before.steps_of(step).empty())
                add_ready(step);
        for (begin_all(); !running_.empty(); begin_all()) {
            now_ = running_.top().first;
            while (!running_.empty() && running_.top().first == now_) {
                const TaskIndex step = running_.top().second;
                running_.pop();
                rule_.end(step);
                release(step);
            }
        }
        schedule_.makespan = now_;
        if (schedule_.order.size() < problem_.size())
            return std::nullopt;
        return std::move(schedule_);
    }

private:
    using End = std::pair<std::uint64_t, TaskIndex>;

    void begin_all() {
        while (begin_one()) {
        }
    }

    bool begin_one() {
        if (running_.size() >= processors_)
            return false;
        for (const auto& [priority, step] : ready_)
            if (rule_.may_begin(step)) {
                begin(priority, step);
                return true;
            }
        return false;
    }

    void begin(std::uint32_t priority, TaskIndex step) {
        ready_.erase({priority, step});
        note(step);
        rule_.begin(step);
        running_.emplace(now_ + problem_.steps[step].work, step);
        if (problem_.steps[step].work > 0)
            return;
        running_.pop(); // it is on top, because it ends now
        rule_.end(step);
        release(step);
    }

    void note(TaskIndex step) {
        schedule_.start[step] = now_;
        schedule_.order.push_back(step);
    }

    void release(TaskIndex step) {
        for (const TaskIndex later : problem_.after.steps_of(step))
            if (--waits_for_[later] == 0)
                add_ready(later);
    }

    void add_ready(TaskIndex step) {
        if (problem_.is_meeting(step)) {
            note(step);
            release(step);
        } else {
            ready_.emplace(priorities_[step], step);
        }
    }

    const Problem& problem_;
    const std::uint64_t processors_;
    Rule& rule_;
    const Priorities priorities_;
    std::vector<std::size_t> waits_for_;
    std::set<std::pair<std::uint32_t, TaskIndex>> ready_;
    std::priority_queue<End, std::vector<End>, std::greater<>> running_;
    std::uint64_t now_ = 0;
    Schedule schedule_;
};

} // namespace bench

#endif
