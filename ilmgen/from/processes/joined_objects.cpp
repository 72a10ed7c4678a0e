// SPDX-License-Identifier: GPL-2.0-or-later
//
// Processes of a run use objects that they have in common in the order of the machine's clock, as
// in joined_channels.cpp.
#include "ilmgen/from/processes/joined_run.h"

#include "ilmgen/model/prims.h"

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace ilm {

namespace {

using Doing = CommonInfo::What;
using Life = CommonObjects::Life;

/// Whether the operation is of a file's lock.  False for a lock of a window, and for a further
/// acquire of the same operation.
bool is_of_file(const Event& event, const Operation& operation) {
    return event.prim == TRACE_PRIM_FILE_LOCK && operation.told.range;
}

} // namespace

JoinedRun::State JoinedRun::take_object_info(RunningProcess& process, const Event& event,
                                             CommonInfo info) {
    ProgramObjects& objects = process.objects;
    if (!info.names_it() && objects.at(info.addr) == nullptr) {
        give(process, event);
        return State::running;
    }
    if (info.has_clock() && !process.is_due) {
        at_channels_.emplace(info.clock, number_of(process));
        return State::waiting;
    }
    process.is_due = process.is_due && !info.has_clock();
    if (info.names_it()) {
        objects.by_address[info.addr] = &objects_.named(info);
        objects.named.insert(info.addr);
    }
    act_on_object(process, event, info);
    info.addr = (*objects.at(info.addr))->address();
    give_as_info(process, event, Fact{info});
    return State::running;
}

void JoinedRun::act_on_object(RunningProcess& process, const Event& event, const CommonInfo& info) {
    ProgramObjects& objects = process.objects;
    const Life& life = *objects.at(info.addr);
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

void JoinedRun::use_object(RunningProcess& process, const Event& event, const Life& life) {
    switch (event.kind) {
    case Kind::rel: release_object(process, event, life); break;
    case Kind::acq: acquire_object(process, event, life); break;
    case Kind::newsync: name_object(process, event, life); break;
    default: end_object(process, event, life); break;
    }
}

/// An object begins once in the run, under its own name.
void JoinedRun::name_object(RunningProcess& process, const Event& event, const Life& life) {
    if (process.objects.named.erase(event.object) == 0) {
        process.objects.by_address.erase(event.object); // another one is there now
        give(process, event);
    } else if (life->introduce()) {
        give(process, event, life.get());
    } else {
        give_use(process, event);
    }
}

/// The object ends in the run when the first process destroys it, unless there are waiters whose
/// end of waiting has not come yet.
void JoinedRun::end_object(RunningProcess& process, const Event& event, const Life& life) {
    const bool is_destroyed = process.objects.ended.erase(event.object) > 0 && !life->has_ended();
    if (is_destroyed)
        life->end();
    if (is_destroyed && life->numbering().is_empty())
        give(process, event, life.get());
    else
        give_use(process, event);
    process.objects.by_address.erase(event.object);
}

void JoinedRun::release_object(RunningProcess& process, const Event& event, const Life& life) {
    ProgramObjects& objects = process.objects;
    const Operation operation = take_operation(process, event);
    objects.held.erase({event.thid, event.object});
    if (is_of_file(event, operation))
        objects.unlock(event.object, *operation.told.range);
    Event release = event;
    Numbering& numbering = life->numbering();
    if (numbering.is_known())
        release.seq = numbering.release(operation);
    if (numbering.is_inside(operation.thread))
        objects.inside[{event.thid, event.object}] = life;
    give(process, release, life.get());
    life->released(take_clock(process, event), process.clock);
}

/// A thread that has begun to wait returns from the life in which it began to wait, not from the
/// present life.
void JoinedRun::acquire_object(RunningProcess& process, const Event& event, const Life& now) {
    ProgramObjects& objects = process.objects;
    const auto inside = objects.inside.extract({event.thid, event.object});
    const Life life = inside.empty() ? now : inside.mapped();
    if (is_lock(event.prim))
        objects.held[{event.thid, event.object}] = {life, std::string(event.prim), event.mode};
    const std::uint64_t clock = take_clock(process, event);
    if (!life->numbering().is_known()) {
        give(process, event, life.get());
        return;
    }
    const Operation operation = take_operation(process, event);
    if (is_of_file(event, operation))
        objects.ranges[event.object].push_back({life, operation});
    TakenReleases taken = life->numbering().acquire(operation);
    if (taken.is_from_outside)
        note_missing(Lack::source,
                     "event " + std::to_string(event.id) + " of " + process.current().file());
    if (life->is_late(clock))
        taken.numbers.clear();
    else
        process.threads.wait_until(event.thid, life->last_work());
    give_acquires(process, event, *life, taken.numbers);
}

/// When a process has been killed, the next holder of one of its locks comes after the last events
/// of its threads: of all threads for a lock of a file, and of the thread that held the lock for
/// other locks.
void JoinedRun::unlock_all(RunningProcess& process, const std::set<ThreadId>& threads) {
    Event release;
    release.kind = Kind::rel;
    for (const auto& [where, lock] : std::exchange(process.objects.held, {})) {
        if (!threads.contains(where.first))
            continue;
        std::tie(release.thid, release.object) = where;
        release.prim = lock.prim;
        release.mode = lock.mode;
        release_object(process, release, lock.life);
    }
    release.prim = TRACE_PRIM_FILE_LOCK;
    for (const auto& [file, ranges] : std::exchange(process.objects.ranges, {}))
        for (const HeldRange& held : ranges)
            for (const ThreadId thread : threads) {
                release.thid = thread;
                release.object = file;
                release.mode = held.lock.mode;
                process.objects.told[thread] = held.lock.told;
                release_object(process, release, held.life);
            }
}

/// Takes the details of the operation that infos before the event have told.
Operation JoinedRun::take_operation(RunningProcess& process, const Event& event) const {
    const auto told = process.objects.told.extract(event.thid);
    return {process.numbers->thread(event.thid), number_of(process), event.mode,
            told.empty() ? Details() : told.mapped()};
}

/// Leaves out what an event says about the time before it.
void JoinedRun::keep_only_place(Event& event) {
    event.icnt = event.wait = event.library = event.slept = 0;
    event.usage = {};
    event.work = {};
    event.new_stacks = nullptr;
}

/// The first acquire is the trace's event, with all its members. The others have only its place.
void JoinedRun::give_acquires(RunningProcess& process, const Event& event, const RunObject& object,
                              const std::vector<std::uint64_t>& numbers) {
    Event acquire = event;
    acquire.seq = numbers.empty() ? 0 : numbers.front();
    give(process, acquire, &object);
    keep_only_place(acquire);
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        acquire.seq = numbers[i];
        give(process, acquire, &object);
    }
}

/// The machine's clock at the thread's operation.
std::uint64_t JoinedRun::take_clock(RunningProcess& process, const Event& event) {
    const auto told = process.objects.clocks.extract(event.thid);
    return told.empty() ? 0 : told.mapped();
}

} // namespace ilm
