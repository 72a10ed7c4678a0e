// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns the events of the traces into events of the run, with the run's numbers, and hands them on.
#ifndef ILMGEN_FROM_PROCESSES_RUN_EVENTS_H
#define ILMGEN_FROM_PROCESSES_RUN_EVENTS_H

#include "ilmgen/from/processes/running_process.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ilm {

/// Thrown when the sink finds something wrong, to leave the whole reading.
struct StoppedBySink {
    Damage damage;
};

class RunEvents {
public:
    explicit RunEvents(EventSink& sink) : sink_(sink) {}

    /// The next program has this number, from 0 on, and the next thread the same number, from 1 on.
    void number_from(std::uint64_t program) { programs_ = numbers_.thread = program; }
    ThreadId new_thread() { return ++numbers_.thread; }
    std::uint64_t programs() const { return programs_; }

    /// Numbers the program that the process executes now. `main`: its thread in the run, if it was
    /// forked.
    void number_program(RunningProcess& process, std::optional<ThreadId> main);
    /// Tells once what is known of the thread.
    void introduce(RunningProcess& process, ThreadId thid, bool is_forked);
    /// The clocks go on with each event of the trace, and with nothing else.  `object`: the one
    /// that the event is about, if it is shared.
    void give(RunningProcess& process, const Event& event, const RunObject* object = nullptr);
    /// Gives an info in the place of an event about an object that several processes have.
    void give_as_info(RunningProcess& process, const Event& event, const Fact& fact);
    /// Gives an info in the place of the newsync or delsync of an object that another process
    /// begins or ends.
    void give_use(RunningProcess& process, const Event& event);
    /// Gives a fork or a join of a thread that is not the program's, in the place of an info.
    void give_order(RunningProcess& process, const Event& event, Kind kind, ThreadId other);
    /// Only the first join has the event's work.
    void join_all(RunningProcess& process, Event event, const std::vector<ThreadId>& threads);

private:
    void tell(RunningProcess& process, ThreadId thid, const Fact& fact);
    void send(const RunningProcess& process, const Event& event, const Event& cause);

    EventSink& sink_;
    RunNumbers numbers_;
    std::uint64_t programs_ = 0;
};

/// Leaves out what an event says about the time before it.
void keep_only_place(Event& event);

} // namespace ilm

#endif
