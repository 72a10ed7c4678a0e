// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/turns.h"

namespace ilm {

RunningProcess& Turns::take() {
    RunningProcess& process = running_[turns_.top().second];
    turns_.pop();
    return process;
}

Turns::Turn Turns::turn_after_release(const RunningProcess& process) {
    const SharedObject& object = *process.shared.at(process.next->object);
    return {object.has_receipts() ? 0 : process.clock, process.number};
}

void Turns::wait_for_release(const RunningProcess& process) {
    wait(Waits::for_a_release, turn_after_release(process));
}

void Turns::wake(const std::vector<ProcessNumber>& waiting) {
    for (const ProcessNumber number : waiting) {
        wait_no_more(Waits::for_a_release, turn_after_release(running_[number]));
        add(running_[number]);
    }
}

NextWaiting Turns::next_waiting() const {
    for (const auto& [why, turns] : waiting_) {
        if (turns.empty())
            continue;
        const auto [clock, number] = *turns.begin();
        RunningProcess& process = running_[number];
        return {why, {}, clock, process.place.number, &process};
    }
    return {};
}

} // namespace ilm
