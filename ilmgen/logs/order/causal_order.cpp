// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/order/causal_order.h"

#include "ilmgen/facts/fact.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

constexpr ThreadId main_thread = 1;

bool is_about_child(const Event& event) {
    return event.kind == Kind::fork || event.kind == Kind::join;
}

} // namespace

void CausalOrder::event(Event& event, std::uint64_t parties) {
    if ((!held_.empty() && held_.contains(event.thid)) || !ready(event)) {
        hold(event, parties);
        return;
    }
    pass(event, parties);
    drain();
}

bool CausalOrder::ready(const Event& event) const {
    if (event.kind == Kind::join)
        return boost::icl::contains(exited_, event.other);
    if (event.kind != Kind::acq || event.seq.value_or(0) == 0)
        return true;
    const auto object = objects_.find(event.object);
    return object != objects_.end() && object->second.contains(*event.seq);
}

void CausalOrder::hold(const Event& event, std::uint64_t parties) {
    std::deque<HeldEvent>& held = held_[event.thid];
    if (held.empty())
        wait(event);
    held.push_back({event, parties, std::string(event.prim), std::string(event.text),
                    std::vector(event.usage.begin(), event.usage.end())});
    held_at_most_ = std::max(held_at_most_, ++held_now_);
}

/// Its thread waits for the cause of its first held event only.
void CausalOrder::wait(const Event& first) {
    firsts_.emplace(first.time, first.thid);
    (first.kind == Kind::join ? waiting_for_exit_ : waiting_for_round_)[cause_of(first)].push_back(
        first.thid);
    if (finishing_)
        note_if_in_vain(first);
}

CausalOrder::Cause CausalOrder::cause_of(const Event& waiting) {
    if (waiting.kind == Kind::join)
        return {waiting.other, 0};
    return {waiting.object, *waiting.seq};
}

void CausalOrder::begin_thread(const Event& first) {
    known_.insert(first.thid);
    if (first.thid == main_thread)
        return;
    Event begin;
    begin.thid = first.thid;
    begin.id = ++last_id_;
    begin.byte = first.byte;
    begin.time = first.time;
    begin.text = Unforked::begin;
    next_.event(begin);
}

/// Hands the event on, and wakes the threads that wait for it.
void CausalOrder::pass(Event& event, std::uint64_t parties) {
    if (event.thid != last_ && !boost::icl::contains(known_, event.thid))
        begin_thread(event);
    last_ = event.thid;
    const bool known = is_about_child(event) &&
                       (event.other == main_thread || boost::icl::contains(known_, event.other));
    if (is_about_child(event) && known == (event.kind == Kind::fork)) {
        event.text = event.kind == Kind::fork ? "forks a thread that was there before"
                                              : "joins a thread that is not there";
        event.kind = Kind::info;
    }
    event.id = ++last_id_;
    next_.event(event);
    publish(event, parties);
}

void CausalOrder::publish(const Event& event, std::uint64_t parties) {
    if (event.kind == Kind::fork) {
        known_.insert(event.other);
    } else if (event.kind == Kind::exit) {
        exited_.insert(event.thid);
        wake(waiting_for_exit_, {event.thid, 0});
    } else if (event.kind == Kind::newsync) {
        objects_.erase(event.object);
        begun_.erase(begun_.lower_bound({event.object, 0}),
                     begun_.upper_bound({event.object, UINT64_MAX}));
    } else if (event.kind == Kind::rel && event.seq.value_or(0) != 0) {
        const Cause round{event.object, *event.seq};
        if (parties > 1 && ++begun_[round] < parties)
            return;
        if (!begun_.empty())
            begun_.erase(round);
        objects_[event.object].insert(*event.seq);
        wake(waiting_for_round_, round);
    }
}

void CausalOrder::wake(Waiting& waiting, const Cause& cause) {
    const auto found = waiting.find(cause);
    if (found == waiting.end())
        return;
    woken_.insert(woken_.end(), found->second.begin(), found->second.end());
    waiting.erase(found);
}

void CausalOrder::pass_first(std::deque<HeldEvent>& held) {
    HeldEvent& first = held.front();
    first.event.prim = first.prim;
    first.event.text = first.text;
    first.event.usage = first.usage;
    pass(first.event, first.parties);
    held.pop_front();
    --held_now_;
}

/// Passes what the thread has held back, up to what it has to wait for next.
void CausalOrder::pass_ready(ThreadId thid, bool even_if_not_ready) {
    const auto thread = held_.find(thid);
    if (thread == held_.end())
        return;
    std::deque<HeldEvent>& held = thread->second;
    firsts_.erase({held.front().event.time, thid});
    in_vain_.erase({held.front().event.time, thid});
    if (even_if_not_ready)
        pass_first(held);
    while (!held.empty() && ready(held.front().event))
        pass_first(held);
    if (held.empty())
        held_.erase(thread);
    else
        wait(held.front().event);
}

/// An event that passes may wake other threads.  A loop handles them, because a recursion might
/// become too deep: a chain of such threads may be long.
void CausalOrder::drain() {
    while (!woken_.empty()) {
        const ThreadId thid = woken_.back();
        woken_.pop_back();
        pass_ready(thid);
    }
}

/// Finds out what is still to come.
void CausalOrder::foresee() {
    finishing_ = true;
    for (const auto& [thid, held] : held_)
        for (const auto& [event, parties, prim, text, usage] : held) {
            if (event.kind == Kind::exit)
                coming_[{thid, 0}] = {1, 1};
            if (event.kind != Kind::rel || event.seq.value_or(0) == 0)
                continue;
            HeldReleases& coming = coming_[{event.object, *event.seq}];
            coming.parties = parties;
            ++coming.releases;
        }
    for (auto& [cause, coming] : coming_)
        if (const auto begun = begun_.find(cause); begun != begun_.end())
            coming.releases += begun->second;
    for (const auto& [time, thid] : firsts_)
        note_if_in_vain(held_.at(thid).front().event);
}

void CausalOrder::note_if_in_vain(const Event& first) {
    const auto coming = coming_.find(cause_of(first));
    if (coming == coming_.end() || coming->second.releases < coming->second.parties)
        in_vain_.emplace(first.time, first.thid);
}

void CausalOrder::finish() {
    foresee();
    while (!firsts_.empty()) {
        ++unmatched_;
        pass_ready((in_vain_.empty() ? firsts_ : in_vain_).begin()->second, true);
        drain();
    }
}

} // namespace ilm
