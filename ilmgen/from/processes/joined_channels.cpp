// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/joined_channels.h"

#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

using What = ChannelInfo::What;

/// Adds the units that a process takes although no process of the run has put them in so far. They
/// come from outside the run, even if a process of the run puts something in later, because
/// everything that happened in the run before is already in the channel.
void fill_from_outside(Channel& channel, const ChannelInfo& info) {
    if (info.takes_message())
        channel.send(info, {});
    else
        channel.put(info.units - channel.units(), {});
}

} // namespace

State JoinedChannels::take_info(RunningProcess& process, const Event& event, ChannelInfo info) {
    if (info.what != What::is && process.channels.at(info.addr) == nullptr) {
        events_.give(process, event);
        return State::running;
    }
    if (!process.is_due) { // without a clock it is next
        turns_.wait(Waits::for_its_turn_at_an_object, {info.clock, process.number});
        return State::waiting;
    }
    process.is_due = false;
    if (info.what == What::is)
        process.channels.by_address[info.addr] = &channels_.named(info);
    Channel* const channel = process.channels.at(info.addr);
    if (!channel->has(info)) {
        if (channel->is_written()) {
            channel->wait({info.clock, process.number});
            turns_.wait(Waits::for_units, {info.clock, process.number});
            return State::waiting;
        }
        fill_from_outside(*channel, info);
    }
    act(process, event, *channel, info);
    info.addr = channel->address();
    events_.give_as_info(process, event, Fact{info});
    return State::running;
}

/// Units that are put in belong to a release before.  The thread's next acquire comes after the
/// releases of the units that it takes out.
void JoinedChannels::act(RunningProcess& process, const Event& event, Channel& channel,
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

void JoinedChannels::close_all(RunningProcess& process, const std::set<ThreadId>& threads) {
    for (const Address addr : std::exchange(process.channels.written, {})) {
        Channel& channel = *process.channels.at(addr);
        for (const ThreadId thread : threads) {
            Event release;
            release.kind = Kind::rel;
            release.thid = thread;
            release.object = addr;
            release.prim = TRACE_PRIM_PIPE;
            use(process, release, channel);
            channel.close(process.channels.release(addr, thread, 0));
        }
    }
}

void JoinedChannels::wake_readers(Channel& channel) {
    for (const Channel::Waiting& waiting : channel.wake()) {
        turns_.wait_no_more(Waits::for_units, waiting);
        turns_.wait(Waits::for_its_turn_at_an_object, waiting);
    }
}

void JoinedChannels::take_from_outside(RunningProcess& process) {
    const Event& event = *process.next;
    const ChannelInfo info = *fact_in<ChannelInfo>(event);
    Channel& channel = *process.channels.at(info.addr);
    peers_.note_missing(Lack::source, process.place_of(event));
    channel.wait_no_more({info.clock, process.number});
    fill_from_outside(channel, info);
}

void JoinedChannels::use(RunningProcess& process, const Event& event, Channel& channel) {
    if (event.kind == Kind::newsync && channel.introduce()) {
        events_.give(process, event, &channel);
    } else if (event.kind == Kind::rel) {
        Event release = event;
        release.seq = channel.release();
        events_.give(process, release, &channel);
        process.channels.released[{event.object, event.thid}] = {
            event.seq.value_or(0),
            {process.numbers->thread(event.thid), *release.seq, process.clock, process.number}};
    } else if (event.kind == Kind::acq) {
        acquire(process, event, channel);
    } else {
        events_.give_use(process, event);
    }
}

/// Gives an acquire for each other thread that has released what is taken. The first acquire is the
/// trace's event, with all its members. The others have only its place.
void JoinedChannels::acquire(RunningProcess& process, const Event& event, const Channel& channel) {
    const auto told = process.channels.sources.extract(event.thid);
    const std::vector<ChannelRelease> sources =
        told.empty() ? std::vector<ChannelRelease>() : told.mapped();
    const ThreadId thread = process.numbers->thread(event.thid);
    Event of_run = event;
    of_run.seq = 0;
    bool is_first = true;
    for (const ChannelRelease& source : sources) {
        if (source.thread == thread)
            continue;
        of_run.seq = source.seq;
        process.threads.wait_until(event.thid, source.clock);
        events_.give(process, of_run, &channel);
        is_first = false;
        keep_only_place(of_run);
    }
    if (is_first)
        events_.give(process, of_run, &channel);
}

} // namespace ilm
