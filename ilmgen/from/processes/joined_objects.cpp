// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/joined_objects.h"

#include "ilmgen/model/prims.h"

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace ilm {

namespace {

using Doing = CommonInfo::What;

/// Whether the operation is of a file's lock.  False for a lock of a window, and for a further
/// acquire of the same operation.
bool is_of_file(const Event& event, const Operation& operation) {
    return event.prim == TRACE_PRIM_FILE_LOCK && operation.told.range;
}

/// Takes the details of the operation that infos before the event have told.
Operation take_operation(RunningProcess& process, const Event& event) {
    const auto told = process.objects.told.extract(event.thid);
    return {process.numbers->thread(event.thid), process.number, event.mode,
            told.empty() ? Details() : told.mapped()};
}

/// The machine's clock at the thread's operation.
std::uint64_t take_clock(RunningProcess& process, const Event& event) {
    const auto told = process.objects.clocks.extract(event.thid);
    return told.empty() ? 0 : told.mapped();
}

/// Keeps what the info tells for the thread's next operation.
void note_info(RunningProcess& process, const Event& event, const CommonInfo& info) {
    ProgramObjects& objects = process.objects;
    const CommonObjects::Life& life = *objects.at(info.addr);
    const ThreadId thread = process.numbers->thread(event.thid);
    switch (info.what) {
    case Doing::acts: objects.clocks[event.thid] = info.clock; break;
    case Doing::to_all: objects.told[event.thid].is_to_all = true; break;
    case Doing::wakes: objects.told[event.thid].wakes = info.value; break;
    case Doing::range: objects.told[event.thid].range = {info.first, info.last}; break;
    case Doing::range_of_process:
        objects.told[event.thid].range = {info.first, info.last};
        objects.told[event.thid].is_of_process = true;
        break;
    case Doing::adds: objects.told[event.thid].amount = {Amount::What::adds, info.value}; break;
    case Doing::takes: objects.told[event.thid].amount = {Amount::What::takes, info.value}; break;
    case Doing::sets: objects.told[event.thid].amount = {Amount::What::sets, info.value}; break;
    case Doing::finds_none: objects.told[event.thid].amount = {Amount::What::finds_none, 0}; break;
    case Doing::waits:
        life->numbering().wait(thread);
        objects.inside[{event.thid, info.addr}] = life;
        break;
    case Doing::leaves: {
        const auto inside = objects.inside.extract({event.thid, info.addr});
        if (!inside.empty())
            inside.mapped()->numbering().leave(thread);
        break;
    }
    case Doing::ends: objects.ended.insert(info.addr); break;
    case Doing::is:
    case Doing::begins: break;
    }
}

} // namespace

State JoinedObjects::take_info(RunningProcess& process, const Event& event, CommonInfo info) {
    ProgramObjects& objects = process.objects;
    if (!info.names_it() && objects.at(info.addr) == nullptr) {
        events_.give(process, event);
        return State::running;
    }
    if (info.has_clock() && !process.is_due) {
        turns_.wait(Waits::for_its_turn_at_an_object, {info.clock, process.number});
        return State::waiting;
    }
    process.is_due = process.is_due && !info.has_clock();
    if (info.names_it()) {
        objects.by_address[info.addr] = &objects_.named(info);
        objects.named.insert(info.addr);
    }
    note_info(process, event, info);
    info.addr = (*objects.at(info.addr))->address();
    events_.give_as_info(process, event, Fact{info});
    return State::running;
}

void JoinedObjects::use(RunningProcess& process, const Event& event, const Life& life) {
    switch (event.kind) {
    case Kind::rel: release(process, event, life); break;
    case Kind::acq: acquire(process, event, life); break;
    case Kind::newsync: name(process, event, life); break;
    default: end(process, event, life); break;
    }
}

/// An object begins once in the run, under its own name.
void JoinedObjects::name(RunningProcess& process, const Event& event, const Life& life) {
    if (process.objects.named.erase(event.object) == 0) {
        process.objects.by_address.erase(event.object); // another one is there now
        events_.give(process, event);
    } else if (life->introduce()) {
        events_.give(process, event, life.get());
    } else {
        events_.give_use(process, event);
    }
}

/// The object ends in the run when the first process destroys it, unless there are waiters whose
/// end of waiting has not come yet.
void JoinedObjects::end(RunningProcess& process, const Event& event, const Life& life) {
    const bool is_destroyed = process.objects.ended.erase(event.object) > 0 && !life->has_ended();
    if (is_destroyed)
        life->end();
    if (is_destroyed && life->numbering().is_empty())
        events_.give(process, event, life.get());
    else
        events_.give_use(process, event);
    process.objects.by_address.erase(event.object);
}

void JoinedObjects::release(RunningProcess& process, const Event& event, const Life& life) {
    ProgramObjects& objects = process.objects;
    const Operation operation = take_operation(process, event);
    objects.held.erase({event.thid, event.object});
    if (is_of_file(event, operation))
        objects.unlock(event.object, *operation.told.range);
    Event of_run = event;
    Numbering& numbering = life->numbering();
    if (numbering.is_known())
        of_run.seq = numbering.release(operation);
    if (numbering.is_inside(operation.thread))
        objects.inside[{event.thid, event.object}] = life;
    events_.give(process, of_run, life.get());
    life->released(take_clock(process, event), process.clock);
}

/// A thread that has begun to wait returns from the life in which it began to wait, not from the
/// present life.
void JoinedObjects::acquire(RunningProcess& process, const Event& event, const Life& now) {
    ProgramObjects& objects = process.objects;
    const auto inside = objects.inside.extract({event.thid, event.object});
    const Life life = inside.empty() ? now : inside.mapped();
    if (is_lock(event.prim))
        objects.held[{event.thid, event.object}] = {life, std::string(event.prim), event.mode};
    const std::uint64_t clock = take_clock(process, event);
    if (!life->numbering().is_known()) {
        events_.give(process, event, life.get());
        return;
    }
    const Operation operation = take_operation(process, event);
    if (is_of_file(event, operation))
        objects.ranges[event.object].push_back({life, operation});
    TakenReleases taken = life->numbering().acquire(operation);
    if (taken.is_from_outside)
        peers_.note_missing(Lack::source, process.place_of(event));
    if (life->is_late(clock))
        taken.numbers.clear();
    else
        process.threads.wait_until(event.thid, life->last_work());
    give_acquires(process, event, *life, taken.numbers);
}

void JoinedObjects::unlock_all(RunningProcess& process, const std::set<ThreadId>& threads) {
    Event unlock;
    unlock.kind = Kind::rel;
    for (const auto& [where, lock] : std::exchange(process.objects.held, {})) {
        if (!threads.contains(where.first))
            continue;
        std::tie(unlock.thid, unlock.object) = where;
        unlock.prim = lock.prim;
        unlock.mode = lock.mode;
        release(process, unlock, lock.life);
    }
    unlock.prim = TRACE_PRIM_FILE_LOCK;
    for (const auto& [file, ranges] : std::exchange(process.objects.ranges, {}))
        for (const HeldRange& held : ranges)
            for (const ThreadId thread : threads) {
                unlock.thid = thread;
                unlock.object = file;
                unlock.mode = held.lock.mode;
                process.objects.told[thread] = held.lock.told;
                release(process, unlock, held.life);
            }
}

/// The first acquire is the trace's event, with all its members. The others have only its place.
void JoinedObjects::give_acquires(RunningProcess& process, const Event& event,
                                  const RunObject& object,
                                  const std::vector<std::uint64_t>& numbers) {
    Event of_run = event;
    of_run.seq = numbers.empty() ? 0 : numbers.front();
    events_.give(process, of_run, &object);
    keep_only_place(of_run);
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        of_run.seq = numbers[i];
        events_.give(process, of_run, &object);
    }
}

} // namespace ilm
