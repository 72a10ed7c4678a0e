// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds out which process has forked which, and which processes begin without a fork.
#ifndef ILMGEN_FROM_PROCESSES_PROCESS_TREE_H
#define ILMGEN_FROM_PROCESSES_PROCESS_TREE_H

#include "ilmgen/from/processes/turns.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ilm {

class ProcessTree {
public:
    /// `files`: names of all traces of the run, without their folders. A peer may read them.
    ProcessTree(std::vector<RunningProcess>& running, const std::vector<std::string_view>& files);

    /// The child with this pid.  A pid may come again, so this is the latest of the processes that
    /// the program has forked before and that have not begun.
    RunningProcess* child_of(const RunningProcess& process, Pid pid, EventId before);
    /// The process that begins next without a fork: the run's first process, or else the one that
    /// has started first. `why`: to_begin leaves out processes whose parents may yet fork them;
    /// for_a_fork does not.
    NextWaiting next_to_begin(Waits why);
    /// A program has ended, so its process will not fork what the program has not forked.
    void program_ended() { has_orphans_ = true; }

private:
    bool may_be_of(const ForkedBy& forked, const RunningProcess& process) const;
    bool may_be_forked(const RunningProcess& process) const;

    std::vector<RunningProcess>& running_;
    std::unordered_multimap<Pid, RunningProcess*> by_pid_;
    std::unordered_set<std::string_view> files_;
    /// False: the last search found no orphan, and no program has ended since.
    bool has_orphans_ = true;
};

} // namespace ilm

#endif
