// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/closure.h"

#include "ilmgen/analysis/memory/cut_network.h"

#include <algorithm>

namespace ilm {

namespace {

/// By step: whether it is one of `steps`, or can be reached from one of them along the links.
LargeVector<bool> reached_from(const std::vector<TaskIndex>& steps, const StepLinks& links,
                               std::size_t size) {
    LargeVector<bool> reached(size);
    LargeVector<TaskIndex> open(steps.begin(), steps.end());
    for (const TaskIndex step : steps)
        reached[step] = true;
    while (!open.empty()) {
        const TaskIndex step = open.back();
        open.pop_back();
        for (const TaskIndex other : links.steps_of(step))
            if (!reached[other]) {
                reached[other] = true;
                open.push_back(other);
            }
    }
    return reached;
}

/// The smallest sum of the balances of a set of free steps that can have ended. Free steps may have
/// ended or not. The sum is not above 0, because the set may be empty.
std::int64_t smallest_sum(const Problem& problem, const LargeVector<bool>& is_free) {
    CutNetwork network;
    LargeVector<CutNetwork::Element> elements(problem.size());
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (is_free[step]) {
            elements[step] = network.add();
            network.weigh(elements[step], -problem.steps[step].balance);
        }
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (is_free[step])
            for (const TaskIndex before : problem.before.steps_of(step))
                if (is_free[before])
                    network.require(elements[step], elements[before]);
    return -network.heaviest();
}

} // namespace

std::int64_t least_booked_while(const Problem& problem, const std::vector<TaskIndex>& running) {
    LargeVector<bool> ended = reached_from(running, problem.before, problem.size());
    const LargeVector<bool> not_ended = reached_from(running, problem.after, problem.size());
    std::int64_t booked = 0;
    for (const TaskIndex step : running) {
        ended[step] = false;
        booked += problem.steps[step].highest;
    }
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (ended[step])
            booked += problem.steps[step].balance;
    LargeVector<bool> is_free(problem.size());
    for (TaskIndex step = 0; step < problem.size(); ++step)
        is_free[step] = !ended[step] && !not_ended[step];
    return booked + smallest_sum(problem, is_free);
}

LargeVector<bool> all_before(const Problem& problem, TaskIndex step) {
    return reached_from({step}, problem.before, problem.size());
}

} // namespace ilm
