// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/intervals/threads.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/error.h"

namespace ilm {

namespace {

constexpr ThreadId main_thread = 1;

[[noreturn]] void fail(const Event& event, ThreadId thid, const char* what) {
    throw Error(place_of(event), "thread " + std::to_string(thid) + what);
}

} // namespace

void Threads::check(const Event& event) {
    check_acting(event);
    if (event.kind == Kind::fork)
        fork(event);
    else if (event.kind == Kind::join)
        join(event);
    else if (event.kind == Kind::exit)
        exit(event.thid);
}

void Threads::check_acting(const Event& event) {
    if (event.thid == last_)
        return;
    if (!alive_.contains(event.thid)) {
        if (gone(event.thid))
            fail(event, event.thid, " has an event after its exit");
        // Other systems' logs do not always say who began a thread.
        if (event.thid != main_thread && fact_in<Unforked>(event) == nullptr)
            fail(event, event.thid, " was never forked");
        begin(event.thid);
    }
    last_ = event.thid;
}

void Threads::fork(const Event& event) {
    if (event.other == 0)
        throw Error(place_of(event), "there is no thread 0");
    if (event.other == main_thread)
        fail(event, event.other, " is forked, but it is the main thread");
    if (alive_.contains(event.other) || gone(event.other))
        fail(event, event.other, " is forked twice");
    begin(event.other);
}

void Threads::join(const Event& event) {
    const ThreadId child = event.other;
    if (boost::icl::contains(joined_, child))
        fail(event, child, " is joined twice");
    if (boost::icl::contains(exited_, child)) {
        exited_.erase(child);
        joined_.insert(child);
    } else if (!alive_.contains(child)) {
        fail(event, child, " is joined, but was never forked");
    }
}

void Threads::exit(ThreadId thid) {
    alive_.erase(thid);
    exited_.insert(thid);
    last_ = 0;
}

void Threads::begin(ThreadId thid) {
    alive_.insert(thid);
    ++count_;
}

bool Threads::gone(ThreadId thid) const {
    return boost::icl::contains(exited_, thid) || boost::icl::contains(joined_, thid);
}

} // namespace ilm
