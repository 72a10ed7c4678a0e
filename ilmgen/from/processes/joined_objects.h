// SPDX-License-Identifier: GPL-2.0-or-later
//
// Processes of a run use objects that they have in common in the order of the machine's clock, as
// in joined_channels.h.
#ifndef ILMGEN_FROM_PROCESSES_JOINED_OBJECTS_H
#define ILMGEN_FROM_PROCESSES_JOINED_OBJECTS_H

#include "ilmgen/from/processes/peers.h"
#include "ilmgen/from/processes/run_events.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ilm {

class JoinedObjects {
public:
    using Life = CommonObjects::Life;

    JoinedObjects(RunEvents& events, Turns& turns, Peers& peers)
        : events_(events), turns_(turns), peers_(peers) {}

    std::uint64_t lives() const { return objects_.lives(); }

    State take_info(RunningProcess& process, const Event& event, CommonInfo info);
    void use(RunningProcess& process, const Event& event, const Life& life);
    /// When a process has been killed, the next holder of one of its locks comes after the last
    /// events of its threads: of all threads for a lock of a file, and of the thread that held the
    /// lock for other locks.
    void unlock_all(RunningProcess& process, const std::set<ThreadId>& threads);

private:
    void name(RunningProcess& process, const Event& event, const Life& life);
    void end(RunningProcess& process, const Event& event, const Life& life);
    void release(RunningProcess& process, const Event& event, const Life& life);
    void acquire(RunningProcess& process, const Event& event, const Life& now);
    void give_acquires(RunningProcess& process, const Event& event, const RunObject& object,
                       const std::vector<std::uint64_t>& numbers);

    RunEvents& events_;
    Turns& turns_;
    Peers& peers_;
    CommonObjects objects_;
};

} // namespace ilm

#endif
