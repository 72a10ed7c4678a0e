// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/joined_ranks.h"

namespace ilm {

void JoinedRanks::name(RunningProcess& process, const Event& event, const SharedObjectInfo& info) {
    SharedObject& object = shared_.named(info);
    process.shared[info.addr] = &object;
    SharedObjectInfo of_run = info;
    of_run.addr = object.address();
    events_.give_as_info(process, event, Fact{of_run});
    peers_.name(info, object);
}

State JoinedRanks::use(RunningProcess& process, const Event& event, SharedObject& object) {
    const std::uint64_t seq = event.seq.value_or(0);
    if (event.kind == Kind::acq && !peers_.may_acquire(object, seq)) {
        object.wait(seq, process.number);
        turns_.wait_for_release(process);
        return State::waiting;
    }
    if (event.kind == Kind::acq) {
        give_acquire(process, event, object, peers_.acquire(object, seq));
    } else if (event.kind == Kind::rel || (event.kind == Kind::newsync && object.introduce())) {
        events_.give(process, event, &object);
    } else {
        events_.give_use(process, event);
    }
    if (event.kind == Kind::rel)
        release(object, seq, process.clock);
    return State::running;
}

void JoinedRanks::release(SharedObject& object, std::uint64_t seq, std::uint64_t clock) {
    turns_.wake(peers_.release(object, seq, clock));
}

/// `clock`: the releases' latest clock.
void JoinedRanks::give_acquire(RunningProcess& process, const Event& event,
                               const SharedObject& object, std::uint64_t clock) {
    process.threads.wait_until(event.thid, clock);
    events_.give(process, event, &object);
}

void JoinedRanks::set_open(RunningProcess& process, const Event& event, Address addr) {
    const auto object = process.shared.find(addr);
    if (object == process.shared.end()) {
        events_.give(process, event);
        return;
    }
    peers_.note_missing(Lack::order, object->second->name());
    events_.give_as_info(process, event, Fact{UnknownOrder{object->second->address()}});
}

void JoinedRanks::drop_receipt(RunningProcess& process, const Event& event, NoReceipt none) {
    const auto object = process.shared.find(none.addr);
    if (object == process.shared.end()) {
        events_.give(process, event);
        return;
    }
    none.addr = object->second->address();
    events_.give_as_info(process, event, Fact{none});
    release(*object->second, none.seq, process.clock);
}

void JoinedRanks::acquire_in_vain(RunningProcess& process) {
    const Event& event = *process.next;
    SharedObject& object = *process.shared.at(event.object);
    const std::uint64_t seq = event.seq.value_or(0);
    if (!object.has_receipts())
        peers_.note_missing(Lack::source, process.place_of(event));
    object.wait_no_more(seq, process.number);
    give_acquire(process, event, object, object.acquire(seq));
}

} // namespace ilm
