// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process_tree.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace ilm {

namespace {

Beginning beginning(const RunningProcess& process) {
    const ProcessId& id = process.process.id;
    return {id != process.process.programs.front()->begin().run, id.tick, id.pid};
}

} // namespace

ProcessTree::ProcessTree(std::vector<RunningProcess>& running,
                         const std::vector<std::string_view>& files)
    : running_(running), files_(files.begin(), files.end()) {
    for (RunningProcess& process : running_)
        by_pid_.emplace(process.process.id.pid, &process);
}

NextWaiting ProcessTree::next_to_begin(Waits why) {
    const bool only_orphans = why == Waits::to_begin;
    if (only_orphans && !has_orphans_)
        return {};
    RunningProcess* first = nullptr;
    for (RunningProcess& process : running_)
        if (!process.has_begun && (first == nullptr || beginning(process) < beginning(*first)) &&
            (!only_orphans || !may_be_forked(process)))
            first = &process;
    has_orphans_ = first != nullptr;
    if (first == nullptr)
        return {};
    return {why, beginning(*first), 0, first->place.number, first};
}

/// Whether the process may still be forked: its parent executes a program, or will, whose trace has
/// not told of the fork so far.  The parent may not have begun either.
bool ProcessTree::may_be_forked(const RunningProcess& process) const {
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

RunningProcess* ProcessTree::child_of(const RunningProcess& process, Pid pid, EventId before) {
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
bool ProcessTree::may_be_of(const ForkedBy& forked, const RunningProcess& process) const {
    if (forked.pid != process.process.id.pid)
        return false;
    return forked.file == last_part(process.current().file()) || !files_.contains(forked.file);
}

} // namespace ilm
