// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/renumbering.h"

#include "ilmgen/model/error.h"

#include <algorithm>

namespace ilm {

ThreadId Renumbering::thread(ThreadId thid) {
    const auto [found, is_new] = threads_.try_emplace(thid, run_.thread + 1);
    if (is_new)
        ++run_.thread;
    return found->second;
}

const Event& Renumbering::renumbered(const Event& event) {
    event_ = event;
    event_.id = ++run_.event;
    event_.thid = thread(event.thid);
    if (event.other != 0)
        event_.other = thread(event.other);
    event_.object = address(event.object);
    event_.new_stacks = stacks(event.new_stacks);
    event_.at = stack(event.at);
    keep_alloc(event);
    event_.block = block(event.block);
    usage_.clear();
    for (const BlockUsage& usage : event.usage)
        usage_.push_back(block(usage));
    event_.usage = usage_;
    work_.clear();
    for (const WorkSample& sample : event.work)
        work_.push_back({stack(sample.stack), sample.count, sample.io_calls});
    event_.work = work_;
    forget_allocs(event);
    return event_;
}

BlockUsage Renumbering::block(const BlockUsage& usage) {
    BlockUsage of_run = usage;
    of_run.addr = address(usage.addr);
    of_run.alloc = alloc(usage.alloc);
    return of_run;
}

/// A block whose allocation the trace does not show has number 0.
EventId Renumbering::alloc(EventId id) const {
    const auto found = allocs_.find(id);
    return found == allocs_.end() ? 0 : found->second;
}

void Renumbering::keep_alloc(const Event& event) {
    if (event.kind != Kind::alloc)
        return;
    allocs_[event.id] = run_.event;
    live_.begin(event.block.addr, event.block.size, event.id);
}

/// A thread tells at its next sync event what it did with a block that another thread has freed.
void Renumbering::forget_allocs(const Event& event) {
    constexpr std::uint64_t tidied_every = 4096;
    if (event.kind == Kind::exit)
        synced_.erase(event.thid);
    else if (is_sync(event.kind))
        synced_[event.thid] = event.id;
    else
        synced_.try_emplace(event.thid, 0);
    if (event.kind == Kind::fork)
        synced_.try_emplace(event.other, event.id);
    if (event.kind != Kind::free)
        return;
    if (const EventId* const alloc = live_.at(event.block.addr); alloc != nullptr) {
        freed_.emplace_back(event.id, *alloc);
        live_.end(event.block.addr);
    }
    if (++untidied_ < tidied_every)
        return;
    untidied_ = 0;
    EventId oldest = event.id;
    for (const auto& [thid, synced] : synced_)
        oldest = std::min(oldest, synced);
    for (; !freed_.empty() && freed_.front().first < oldest; freed_.pop_front())
        allocs_.erase(freed_.front().second);
}

StackNumber Renumbering::stack(StackNumber number) const {
    return number == 0 ? 0 : stacks_.at(number);
}

/// A caller, or a place, is told before the stack that refers to it.
const NewStacks* Renumbering::stacks(const NewStacks* told) {
    if (told == nullptr)
        return nullptr;
    new_stacks_ = *told;
    for (CodePlace& place : new_stacks_.places) {
        places_[place.number] = ++run_.place;
        place.number = run_.place;
    }
    for (Stack& stack : new_stacks_.stacks) {
        stacks_[stack.number] = ++run_.stack;
        stack = {run_.stack, this->stack(stack.caller), places_.at(stack.code)};
    }
    return &new_stacks_;
}

} // namespace ilm
