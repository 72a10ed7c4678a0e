// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/resolve/resolver.h"

#include <algorithm>
#include <iterator>

namespace ilm {

const Event& Resolver::resolve(const Event& event) {
    if (event.kind == Kind::info)
        return facts_.read(event);
    if (event.usage.empty() && event.kind != Kind::alloc && event.kind != Kind::free &&
        event.kind != Kind::newsync)
        return event;
    event_ = event;
    usage_.clear();
    for (const BlockUsage& usage : event.usage)
        usage_.push_back(number_of(usage));
    event_.live_usage = usage_;
    if (event.kind == Kind::alloc)
        event_.live = begin(event);
    else if (event.kind == Kind::free)
        event_.live = end(event.block);
    else if (event.block.alloc != 0)
        event_.live = number_at(event.block.addr);
    return event_;
}

/// The end of a live block at the same address was not recorded. The new block has its number.
LiveNumber Resolver::begin(const Event& alloc) {
    const BlockUsage& block = alloc.block;
    LiveNumber number = number_at(block.addr);
    if (number == not_alive && free_.empty()) {
        number = numbers_++;
    } else if (number == not_alive) {
        number = free_.back();
        free_.pop_back();
    }
    live_.begin(block.addr, block.size, {alloc.id, number});
    return number;
}

LiveNumber Resolver::end(const BlockUsage& block) {
    const LiveNumber number = number_of(block);
    if (number != not_alive) {
        free_.push_back(number);
        live_.end(block.addr);
    }
    return number;
}

LiveNumber Resolver::number_at(Address addr) const {
    const BlockInstance* const live = live_.at(addr);
    return live == nullptr ? not_alive : live->number;
}

/// None if another thread has freed the block meanwhile.
LiveNumber Resolver::number_of(const BlockUsage& usage) const {
    const BlockInstance* const live = live_.find(usage.addr, usage.size);
    const bool same = live != nullptr && (usage.alloc == 0 || usage.alloc == live->alloc);
    return same ? live->number : not_alive;
}

ResolvedEvents::ResolvedEvents(std::initializer_list<EventSink*> stages) {
    std::ranges::copy_if(stages, std::back_inserter(stages_),
                         [](const EventSink* stage) { return stage != nullptr; });
}

void ResolvedEvents::event(const Event& event) {
    const Event& resolved = resolver_.resolve(event);
    for (EventSink* const stage : stages_)
        stage->event(resolved);
}

} // namespace ilm
