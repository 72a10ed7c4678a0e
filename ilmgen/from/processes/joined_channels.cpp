// SPDX-License-Identifier: GPL-2.0-or-later
//
// Processes of a run use channels in the order of the machine's clock. A process that is about to
// use a channel waits until every other process is also about to use one, or cannot go on. Then the
// process with the earliest clock goes on.
#include "ilmgen/from/processes/joined_run.h"

#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

using What = ChannelInfo::What;

} // namespace

bool JoinedRun::do_next_to_channel() {
    if (at_channels_.empty())
        return false;
    RunningProcess& process = running_[at_channels_.begin()->second];
    at_channels_.erase(at_channels_.begin());
    process.is_due = true;
    take_turn(process);
    return true;
}

JoinedRun::State JoinedRun::take_channel_info(RunningProcess& process, const Event& event,
                                              ChannelInfo info) {
    if (info.what != What::is && process.channels.at(info.addr) == nullptr) {
        give(process, event);
        return State::running;
    }
    if (!process.is_due) { // without a clock it is next
        at_channels_.emplace(info.clock, number_of(process));
        return State::waiting;
    }
    process.is_due = false;
    if (info.what == What::is)
        process.channels.by_address[info.addr] = &channels_.named(info);
    Channel* const channel = process.channels.at(info.addr);
    if (!channel->has(info)) {
        if (channel->is_written()) {
            wait_for_units(process, *channel, info);
            return State::waiting;
        }
        fill_from_outside(*channel, info);
    }
    act_on_channel(process, event, *channel, info);
    info.addr = channel->address();
    give_as_info(process, event, Fact{info});
    return State::running;
}

/// Units that are put in belong to a release before.  The thread's next acquire comes after the
/// releases of the units that it takes out.
void JoinedRun::act_on_channel(RunningProcess& process, const Event& event, Channel& channel,
                               const ChannelInfo& info) {
    const ChannelRelease by = process.channels.release(info.addr, event.thid, info.seq);
    switch (info.what) {
    case What::put:
        channel.put(info.units, by);
        process.channels.written.insert(info.addr);
        wake_readers(channel);
        break;
    case What::took:
    case What::saw:
        process.channels.sources[event.thid] = channel.sources(info.units);
        if (info.what == What::took)
            channel.take(info.units);
        break;
    case What::sent:
        channel.send(info, by);
        wake_readers(channel);
        break;
    case What::received:
    case What::received_first: {
        const ChannelRelease from = channel.receive(info).value_or(ChannelRelease());
        process.channels.sources[event.thid] = {};
        if (from.seq != 0)
            process.channels.sources[event.thid].push_back(from);
        break;
    }
    case What::closed:
        channel.close(by);
        process.channels.written.erase(info.addr);
        break;
    case What::ended: process.channels.sources[event.thid] = channel.closers(); break;
    case What::is: break;
    }
}

/// When a process has been killed, the kernel closes what the process held.  That comes after all
/// that its threads did.
void JoinedRun::close_channels(RunningProcess& process, const std::set<ThreadId>& threads) {
    for (const Address addr : std::exchange(process.channels.written, {})) {
        Channel& channel = *process.channels.at(addr);
        for (const ThreadId thread : threads) {
            Event release;
            release.kind = Kind::rel;
            release.thid = thread;
            release.object = addr;
            release.prim = TRACE_PRIM_PIPE;
            use_channel(process, release, channel);
            channel.close(process.channels.release(addr, thread, 0));
        }
    }
}

void JoinedRun::wait_for_units(RunningProcess& process, Channel& channel, const ChannelInfo& info) {
    channel.wait({info.clock, number_of(process)});
    reading_.emplace(info.clock, number_of(process));
}

void JoinedRun::wake_readers(Channel& channel) {
    for (const Channel::Waiting& waiting : channel.wake()) {
        reading_.erase(waiting);
        at_channels_.insert(waiting);
    }
}

/// Adds the units that a process takes although no process of the run has put them in so far. They
/// come from outside the run, even if a process of the run puts something in later, because
/// everything that happened in the run before is already in the channel.
void JoinedRun::fill_from_outside(Channel& channel, const ChannelInfo& info) {
    if (info.takes_message())
        channel.send(info, {});
    else
        channel.put(info.units - channel.units(), {});
}

/// No process is left that could put in the units that the first process takes, so they come from a
/// process that has not been recorded.
void JoinedRun::take_from_outside() {
    RunningProcess& process = running_[reading_.extract(reading_.begin()).value().second];
    const Event& event = *process.next;
    const ChannelInfo info = *fact_in<ChannelInfo>(event);
    Channel& channel = *process.channels.at(info.addr);
    note_missing(Lack::source,
                 "event " + std::to_string(event.id) + " of " + process.current().file());
    channel.wait_no_more({info.clock, number_of(process)});
    fill_from_outside(channel, info);
    process.is_due = true;
    take_turn(process);
}

/// A channel begins once, and lives as long as the run.  Its releases are numbered in the order in
/// which they come.
void JoinedRun::use_channel(RunningProcess& process, const Event& event, Channel& channel) {
    if (event.kind == Kind::newsync && channel.introduce()) {
        give(process, event, &channel);
    } else if (event.kind == Kind::rel) {
        Event release = event;
        release.seq = channel.release();
        give(process, release, &channel);
        process.channels.released[{event.object, event.thid}] = {
            event.seq.value_or(0),
            {process.numbers->thread(event.thid), *release.seq, process.clock, number_of(process)}};
    } else if (event.kind == Kind::acq) {
        acquire_from_channel(process, event, channel);
    } else {
        give_use(process, event);
    }
}

/// Gives an acquire for each other thread that has released what is taken. The first acquire is the
/// trace's event, with all its members. The others have only its place.
void JoinedRun::acquire_from_channel(RunningProcess& process, const Event& event,
                                     const Channel& channel) {
    const auto told = process.channels.sources.extract(event.thid);
    const std::vector<ChannelRelease> sources =
        told.empty() ? std::vector<ChannelRelease>() : told.mapped();
    const ThreadId thread = process.numbers->thread(event.thid);
    Event acquire = event;
    acquire.seq = 0;
    bool is_first = true;
    for (const ChannelRelease& source : sources) {
        if (source.thread == thread)
            continue;
        acquire.seq = source.seq;
        process.threads.wait_until(event.thid, source.clock);
        give(process, acquire, &channel);
        is_first = false;
        keep_only_place(acquire);
    }
    if (is_first)
        give(process, acquire, &channel);
}

} // namespace ilm
