// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joins the traces of the processes of one run to one trace.
//
// A process that is forked becomes a thread that begins. A wait for a process becomes joins of all
// threads that the process has left behind. A program that is executed becomes a new thread, which
// joins the threads of the previous program. So the order between processes becomes an order
// between threads, and the stages behind this one do not know of processes. If nothing else orders
// two events of different processes, the clocks of the processes do. These clocks count work, and a
// child's clock begins with the value of its parent's clock.
#ifndef ILMGEN_FROM_PROCESSES_JOINED_RUN_H
#define ILMGEN_FROM_PROCESSES_JOINED_RUN_H

#include "ilmgen/from/processes/joined_channels.h"
#include "ilmgen/from/processes/joined_objects.h"
#include "ilmgen/from/processes/joined_ranks.h"
#include "ilmgen/from/processes/process_tree.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ilm {

class JoinedRun final {
public:
    JoinedRun(LocalProcesses local, Collectives meaning, EventSink& sink, Peers& peers);
    JoinedRun(const JoinedRun&) = delete;
    JoinedRun& operator=(const JoinedRun&) = delete;

    /// Reads all events. A damaged trace ends where the damage is, and the others go on. Returns
    /// what the sink has found wrong.
    std::optional<Damage> read();

    std::size_t processes() const { return running_.size(); }
    std::uint64_t programs() const { return events_.programs(); }

private:
    // In the order of the work.
    void begin_ranks();
    void run_all();
    NextWaiting next_waiting();
    void resume(const NextWaiting& next);
    void begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock);
    void begin_program(RunningProcess& process, std::optional<ThreadId> main);
    State advance(RunningProcess& process);
    State take_event(RunningProcess& process, const Event& event);
    State take_info(RunningProcess& process, const Event& event);
    void fork_process(RunningProcess& process, const Event& event, Pid pid);
    void begin_next_program(RunningProcess& process, const Event& event, std::string_view file);
    State wait_for_child(RunningProcess& process, const Event& event, Pid pid);
    State end_program(RunningProcess& process);
    void end_turn(const RunningProcess& process);

    LocalProcesses local_;
    Collectives meaning_;
    Peers& peers_;
    std::vector<RunningProcess> running_; ///< one for each of local_
    RunEvents events_;
    Turns turns_;
    ProcessTree tree_;
    JoinedChannels channels_;
    JoinedObjects objects_;
    JoinedRanks ranks_;
};

} // namespace ilm

#endif
