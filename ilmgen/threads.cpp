// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/threads.h"

#include "ilmgen/error.h"

namespace ilm {

namespace {

constexpr ThreadId main_thread = 1;

[[noreturn]] void fail(const Event& event, ThreadId thid, const char* what) {
    throw Error(place_of(event), "thread " + std::to_string(thid) + what);
}

} // namespace

void Threads::check(const Event& event) {
    State& state = acting(event);
    if (event.kind == Kind::fork) {
        check_fork(event);
        threads_.emplace(event.other, State::alive);
    } else if (event.kind == Kind::join) {
        join(event);
    } else if (event.kind == Kind::exit) {
        state = State::exited;
    }
}

Threads::State& Threads::acting(const Event& event) {
    if (event.thid != last_) {
        auto found = threads_.find(event.thid);
        if (found == threads_.end() && event.thid != main_thread)
            fail(event, event.thid, " was never forked");
        if (found == threads_.end())
            found = threads_.emplace(main_thread, State::alive).first;
        last_ = event.thid;
        last_state_ = &found->second;
    }
    if (*last_state_ != State::alive)
        fail(event, event.thid, " has an event after its exit");
    return *last_state_;
}

void Threads::check_fork(const Event& event) const {
    if (event.other == 0)
        throw Error(place_of(event), "there is no thread 0");
    if (event.other == main_thread)
        fail(event, event.other, " is forked, but it is the main thread");
    if (threads_.contains(event.other))
        fail(event, event.other, " is forked twice");
}

void Threads::join(const Event& event) {
    const auto child = threads_.find(event.other);
    if (child == threads_.end())
        fail(event, event.other, " is joined, but was never forked");
    if (child->second == State::joined)
        fail(event, event.other, " is joined twice");
    if (child->second == State::exited)
        child->second = State::joined;
}

} // namespace ilm
