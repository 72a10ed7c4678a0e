// SPDX-License-Identifier: GPL-2.0-or-later
//
// Processes of a run use channels in the order of the machine's clock. A process that is about to
// use a channel waits until every other process is also about to use one, or cannot go on. Then the
// process with the earliest clock goes on.
#ifndef ILMGEN_FROM_PROCESSES_JOINED_CHANNELS_H
#define ILMGEN_FROM_PROCESSES_JOINED_CHANNELS_H

#include "ilmgen/from/processes/peers.h"
#include "ilmgen/from/processes/run_events.h"

#include <cstdint>
#include <set>

namespace ilm {

class JoinedChannels {
public:
    JoinedChannels(RunEvents& events, Turns& turns, Peers& peers)
        : events_(events), turns_(turns), peers_(peers) {}

    std::uint64_t count() const { return channels_.count(); }

    State take_info(RunningProcess& process, const Event& event, ChannelInfo info);
    /// A channel begins once, and lives as long as the run.  Its releases are numbered in the order
    /// in which they come.
    void use(RunningProcess& process, const Event& event, Channel& channel);
    /// When a process has been killed, the kernel closes what the process held.  That comes after
    /// all that its threads did.
    void close_all(RunningProcess& process, const std::set<ThreadId>& threads);
    /// No process is left that could put in the units that the process needs, so they come from a
    /// process that has not been recorded.
    void take_from_outside(RunningProcess& process);

private:
    void act(RunningProcess& process, const Event& event, Channel& channel,
             const ChannelInfo& info);
    void acquire(RunningProcess& process, const Event& event, const Channel& channel);
    void wake_readers(Channel& channel);

    RunEvents& events_;
    Turns& turns_;
    Peers& peers_;
    Channels channels_;
};

} // namespace ilm

#endif
