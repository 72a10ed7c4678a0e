// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/progress.h"

#include <algorithm>

namespace ilm {

SerialProgress::SerialProgress(const Problem& problem)
    : problem_(problem), waits_for_(problem.size()), follows_directly_(problem.size()),
      place_(problem.size()) {
    for (TaskIndex step = 0; step < problem.size(); ++step)
        waits_for_[step] = static_cast<std::uint32_t>(problem.before.steps_of(step).size());
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (const TaskIndex next = problem.next[step]; next != no_task) {
            const auto before = problem.before.steps_of(next);
            follows_directly_[next] = std::find(before.begin(), before.end(), step) != before.end();
        }
    order_.reserve(problem.size());
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (problem.before.steps_of(step).empty() && !problem.is_meeting(step))
            add_ready(step);
        else if (problem.before.steps_of(step).empty())
            order_.push_back(step); // the one step of an empty run
}

void SerialProgress::execute(TaskIndex step) {
    remove_ready(step);
    std::size_t next = order_.size();
    order_.push_back(step);
    // Behind the step are the meetings that it makes possible.
    for (; next < order_.size(); ++next)
        finish(order_[next]);
}

void SerialProgress::finish(TaskIndex step) {
    booked_ += problem_.steps[step].balance;
    fingerprint_ ^= mixed(step);
    for (const TaskIndex later : problem_.after.steps_of(step)) {
        if (--waits_for_[later] > 0)
            continue;
        if (problem_.is_meeting(later))
            order_.push_back(later);
        else
            add_ready(later);
    }
}

void SerialProgress::take_back_to(std::size_t steps) {
    while (order_.size() > steps) {
        const TaskIndex step = order_.back();
        order_.pop_back();
        booked_ -= problem_.steps[step].balance;
        fingerprint_ ^= mixed(step);
        for (const TaskIndex later : problem_.after.steps_of(step))
            if (waits_for_[later]++ == 0 && !problem_.is_meeting(later))
                remove_ready(later);
        if (!problem_.is_meeting(step))
            add_ready(step);
    }
}

void SerialProgress::add_ready(TaskIndex step) {
    place_[step] = static_cast<std::uint32_t>(ready_.size());
    ready_.push_back(step);
}

void SerialProgress::remove_ready(TaskIndex step) {
    const TaskIndex last = ready_.back();
    ready_[place_[step]] = last;
    place_[last] = place_[step];
    ready_.pop_back();
}

} // namespace ilm
