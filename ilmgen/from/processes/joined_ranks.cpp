// SPDX-License-Identifier: GPL-2.0-or-later
//
// Handles objects that ranks of MPI share: an acquire of a number waits until the number has been
// released as often as the object's info says.
#include "ilmgen/from/processes/joined_run.h"

#include <string>

namespace ilm {

/// All ranks begin together.
void JoinedRun::begin_ranks() {
    for (RunningProcess& process : running_)
        if (process.current().begin().rank)
            begin(process, std::nullopt, 0);
}

/// The info is handed on with the object's address in the run.
void JoinedRun::take_info(RunningProcess& process, const Event& event,
                          const SharedObjectInfo& info) {
    SharedObject& object = shared_.named(info);
    process.shared[info.addr] = &object;
    SharedObjectInfo of_run = info;
    of_run.addr = object.address();
    give_as_info(process, event, Fact{of_run});
}

/// An object begins once, and lives as long as the run.
JoinedRun::State JoinedRun::use_shared(RunningProcess& process, const Event& event,
                                       SharedObject& object) {
    const std::uint64_t seq = event.seq.value_or(0);
    if (event.kind == Kind::acq && !object.is_complete(seq)) {
        object.wait(seq, number_of(process));
        blocked_.insert(blocked_turn(process));
        return State::waiting;
    }
    if (event.kind == Kind::acq) {
        acquire_shared(process, event, object);
    } else if (event.kind == Kind::rel || (event.kind == Kind::newsync && object.introduce())) {
        give(process, event, &object);
    } else {
        give_use(process, event);
    }
    if (event.kind == Kind::rel)
        release_shared(process, object, seq);
    return State::running;
}

void JoinedRun::release_shared(RunningProcess& process, SharedObject& object, std::uint64_t seq) {
    wake(object.release(seq, process.clock));
}

void JoinedRun::wake(const std::vector<SharedObject::ProcessNumber>& waiting) {
    for (const std::size_t number : waiting) {
        blocked_.erase(blocked_turn(running_[number]));
        take_turn(running_[number]);
    }
}

void JoinedRun::acquire_shared(RunningProcess& process, const Event& event, SharedObject& object) {
    process.threads.wait_until(event.thid, object.acquire(event.seq.value_or(0)));
    give(process, event, &object);
}

/// The address may be of no shared object, because the text may be a program's own.
void JoinedRun::set_open(RunningProcess& process, const Event& event, Address addr) {
    const auto object = process.shared.find(addr);
    if (object == process.shared.end()) {
        give(process, event);
        return;
    }
    note_missing(Lack::order, object->second->name());
    give_as_info(process, event, Fact{UnknownOrder{object->second->address()}});
}

/// If processes must go on without the releases that they wait for, a process that waits for a
/// receipt goes first, because others may wait for what it sends next.
JoinedRun::Turn JoinedRun::blocked_turn(const RunningProcess& process) const {
    const SharedObject& object = *process.shared.at(process.next->object);
    return {object.has_receipts() ? 0 : process.clock, number_of(process)};
}

/// The sender waits for the receipt, or will wait for it.  It goes on, and comes after nothing.
void JoinedRun::drop_receipt(RunningProcess& process, const Event& event, NoReceipt none) {
    const auto object = process.shared.find(none.addr);
    if (object == process.shared.end()) {
        give(process, event);
        return;
    }
    none.addr = object->second->address();
    give_as_info(process, event, Fact{none});
    release_shared(process, *object->second, none.seq);
}

/// A receipt that is not told in time is no damage, because no receiver knows that a sender waits
/// for it.
void JoinedRun::continue_without_release(RunningProcess& process) {
    blocked_.erase(blocked_turn(process));
    const Event& event = *process.next;
    SharedObject& object = *process.shared.at(event.object);
    if (!object.has_receipts())
        note_missing(Lack::source,
                     "event " + std::to_string(event.id) + " of " + process.current().file());
    object.wait_no_more(event.seq.value_or(0), number_of(process));
    acquire_shared(process, event, object);
    process.read_on(meaning_);
    take_turn(process);
}

} // namespace ilm
