// SPDX-License-Identifier: GPL-2.0-or-later
//
// Handles the events that order processes: a process forks another one, executes a program, or
// waits for another one's end.
#include "ilmgen/from/processes/joined_run.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ilm {

/// Returns the run's first process, or else the process that has started first, of those that
/// nobody has forked so far.  Orphans::only leaves out processes whose parents may yet fork them.
RunningProcess* JoinedRun::next_to_begin(Orphans which) {
    if (which == Orphans::only && !has_orphans_)
        return nullptr;
    RunningProcess* first = nullptr;
    for (RunningProcess& process : running_)
        if (!process.has_begun && (first == nullptr || beginning(process) < beginning(*first)) &&
            (which == Orphans::and_others || !may_be_forked(process)))
            first = &process;
    has_orphans_ = first != nullptr;
    return first;
}

JoinedRun::Beginning JoinedRun::beginning(const RunningProcess& process) {
    const ProcessId& id = process.process.id;
    return {id != process.process.programs.front()->begin().run, id.tick, id.pid};
}

/// Whether the process may still be forked: its parent executes a program, or will, whose trace has
/// not told of the fork so far.  The parent may not have begun either.
bool JoinedRun::may_be_forked(const RunningProcess& process) const {
    const std::optional<ForkedBy>& forked = process.process.forked();
    if (!forked)
        return false;
    const auto [first, end] = by_pid_.equal_range(forked->pid);
    return std::any_of(first, end, [&](const auto& entry) {
        const RunningProcess& parent = *entry.second;
        const auto& programs = parent.process.programs;
        const auto now = programs.begin() + static_cast<std::ptrdiff_t>(parent.program);
        return !parent.has_ended && std::any_of(now, programs.end(), [&](const auto& program) {
            return forked->file == last_part(program->file());
        });
    });
}

void JoinedRun::fork_process(RunningProcess& process, const Event& event, Pid pid) {
    RunningProcess* const child = child_of(process, pid, event.id);
    if (child == nullptr) {
        note_missing(Lack::child, "process " + std::to_string(pid));
        give(process, event);
        return;
    }
    const ThreadId main = ++numbers_.thread;
    give_order(process, event, Kind::fork, main);
    process.children[pid] = child;
    begin(*child, main, process.clock);
}

/// The child with this pid.  A pid may come again, so this is the latest of the processes that the
/// program has forked before and that have not begun.
RunningProcess* JoinedRun::child_of(const RunningProcess& process, Pid pid, EventId before) {
    RunningProcess* latest = nullptr;
    const auto [first, end] = by_pid_.equal_range(pid);
    for (auto found = first; found != end; ++found) {
        RunningProcess* const child = found->second;
        const std::optional<ForkedBy>& forked = child->process.forked();
        if (!child->has_begun && forked && may_be_of(*forked, process) && forked->after < before &&
            (latest == nullptr || forked->after > latest->process.forked()->after))
            latest = child;
    }
    return latest;
}

/// The parent's trace may have another name now.
bool JoinedRun::may_be_of(const ForkedBy& forked, const RunningProcess& process) const {
    if (forked.pid != process.process.id.pid)
        return false;
    return forked.file == last_part(process.current().file()) || !files_.contains(forked.file);
}

void JoinedRun::begin_next_program(RunningProcess& process, const Event& event,
                                   std::string_view file) {
    if (!process.has_next_program()) {
        note_missing(Lack::successor, std::string(file) + ", executed by process " +
                                          std::to_string(process.process.id.pid) + ",");
        give(process, event);
        return;
    }
    process.successor = ++numbers_.thread;
    give_order(process, event, Kind::fork, *process.successor);
}

/// There is nothing to do for a process that is not in the run, or that has been waited for before.
JoinedRun::State JoinedRun::wait_for_child(RunningProcess& process, const Event& event, Pid pid) {
    const auto found = process.children.find(pid);
    if (found == process.children.end()) {
        give(process, event);
        return State::running;
    }
    RunningProcess& child = *found->second;
    if (!child.has_ended) {
        child.waiting.push_back(&process);
        return State::waiting;
    }
    continue_after(process, child);
    process.children.erase(found);
    process.threads.wait_until(event.thid, child.clock);
    if (child.left.empty()) // its threads have joined each other
        give(process, event);
    else
        join_all(process, event, std::exchange(child.left, {}));
    return State::running;
}

/// Only the first join has the event's work.
void JoinedRun::join_all(RunningProcess& process, Event event,
                         const std::vector<ThreadId>& threads) {
    for (const ThreadId thread : threads) {
        give_order(process, event, Kind::join, thread);
        event.icnt = 0;
    }
}

} // namespace ilm
