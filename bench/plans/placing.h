// SPDX-License-Identifier: GPL-2.0-or-later
//
// For rules that place steps one after the other, and not in the order of time.
#ifndef BENCH_PLANS_PLACING_H
#define BENCH_PLANS_PLACING_H

#include "bench/plans/methods.h"

#include <algorithm>
#include <vector>

namespace bench {

/// All steps by upward rank, which is the longest chain of work that begins with a step.  Each
/// comes behind those that it comes after.
inline SerialOrder by_upward_rank(const Problem& problem) {
    const Priorities priorities = longest_chain_first(problem);
    SerialOrder order(problem.size());
    for (TaskIndex step = 0; step < problem.size(); ++step)
        order[priorities[step]] = step;
    return order;
}

/// When all that the step comes after has ended.  These have been placed.
inline std::uint64_t ready_at(const Problem& problem, const Schedule& schedule, TaskIndex step) {
    std::uint64_t time = 0;
    for (const TaskIndex before : problem.before.steps_of(step))
        time = std::max(time, schedule.end(problem, before));
    return time;
}

/// `schedule.order` is the one in which steps were placed; afterwards it is that of starts.
inline void sort_by_start(Schedule& schedule) {
    std::stable_sort(schedule.order.begin(), schedule.order.end(), [&](TaskIndex a, TaskIndex b) {
        return schedule.start[a] < schedule.start[b];
    });
}

} // namespace bench

#endif
