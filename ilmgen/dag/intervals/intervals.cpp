// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/intervals/intervals.h"

#include "ilmgen/model/error.h"

#include <algorithm>
#include <utility>

namespace ilm {

Intervals::Interval& Intervals::interval_of(ThreadId thid) {
    if (thid != last_) {
        last_ = thid;
        last_interval_ = &intervals_[thid];
    }
    return *last_interval_;
}

void Intervals::fold(const Event& event) {
    Interval& interval = interval_of(event.thid);
    add(interval.icnt, event.icnt, place_of(event), "instructions");
    if (event.kind == Kind::alloc)
        alloc(interval, event);
    else if (event.kind == Kind::free)
        free(interval, event);
}

void Intervals::alloc(Interval& interval, const Event& event) {
    add(interval.hbal, event.block.size, place_of(event), "heap bytes");
    if (interval.hbal > 0)
        interval.hmax = std::max(interval.hmax, static_cast<std::uint64_t>(interval.hbal));
    heap_.begin(event, interval.born.size());
    interval.born.push_back({event.block.addr, event.block.size, event.id});
    interval.born_live.push_back(event.live);
}

/// A block that this thread allocated in this very interval leaves no trace but in hmax.
void Intervals::free(Interval& interval, const Event& event) {
    subtract(interval.hbal, event.block.size, place_of(event), "heap bytes");
    const LiveBlock* live = heap_.find(event.live);
    if (live != nullptr && live->owner == event.thid && live->alloc > interval.begin) {
        forget_birth(interval, live->position);
    } else {
        interval.died.push_back(event.block);
        interval.died.back().alloc = live != nullptr ? live->alloc : 0;
    }
    if (live != nullptr)
        heap_.end(event.live);
}

/// The last block takes its place, so that even a very long interval holds only its live blocks.
void Intervals::forget_birth(Interval& interval, std::size_t position) {
    const MemBlock last = interval.born.back();
    const LiveNumber live = interval.born_live.back();
    interval.born[position] = last;
    interval.born_live[position] = live;
    interval.born.pop_back();
    interval.born_live.pop_back();
    heap_.move(live, last.alloc, position); // unless another thread has freed it meanwhile
}

Step Intervals::step(const Event& event, HeapLists& lists) {
    Interval& interval = interval_of(event.thid);
    Step step;
    step.kind = event.kind;
    step.thid = event.thid;
    step.id = event.id;
    step.byte = event.byte;
    step.icnt = std::exchange(interval.icnt, 0);
    step.hbal = std::exchange(interval.hbal, 0);
    step.hmax = std::exchange(interval.hmax, 0);
    list_blocks(interval, event, step, lists);
    interval.begin = event.id;
    if (event.kind == Kind::exit) {
        intervals_.erase(event.thid);
        last_ = 0;
    }
    return step;
}

namespace {

/// Keeps the memory for the next interval, but not after one that was exceptionally long.
template <class Item>
void remove_all(std::vector<Item>& items) {
    constexpr std::size_t most_kept = 1024;
    if (items.capacity() > most_kept)
        items = {};
    else
        items.clear();
}

/// Moves the entries to the end of a step's list, in its order.
template <class Block>
std::uint32_t move_to_end(std::vector<Block>& from, std::vector<Block>& to) {
    const std::size_t count = from.size();
    std::sort(from.begin(), from.end(), by_address);
    to.insert(to.end(), from.begin(), from.end());
    remove_all(from);
    return static_cast<std::uint32_t>(count);
}

} // namespace

void Intervals::list_blocks(Interval& interval, const Event& event, Step& step,
                            HeapLists& lists) const {
    step.first_born = lists.born.size();
    step.first_used = lists.used.size();
    step.born = move_to_end(interval.born, lists.born);
    remove_all(interval.born_live);
    step.died = move_to_end(interval.died, lists.used);
    const std::size_t begin = lists.used.size();
    for (std::size_t i = 0; i < event.usage.size(); ++i) {
        BlockUsage& use = lists.used.emplace_back(event.usage[i]);
        if (const LiveBlock* live = heap_.find(event.live_usage[i]))
            use.alloc = live->alloc;
    }
    add_up(lists.used, begin, place_of(event));
    step.used = static_cast<std::uint32_t>(lists.used.size() - begin);
}

void add_up(std::vector<BlockUsage>& usage, std::size_t begin, const Place& place) {
    const auto first = usage.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, usage.end(), by_address);
    std::size_t kept = begin;
    for (std::size_t i = begin; i < usage.size(); ++i) {
        const BlockUsage use = usage[i];
        if (kept > begin && !by_address(usage[kept - 1], use)) {
            BlockUsage& sum = usage[kept - 1];
            add(sum.read, use.read, place, "bytes read");
            add(sum.written, use.written, place, "bytes written");
        } else {
            usage[kept++] = use;
        }
    }
    usage.resize(kept);
}

} // namespace ilm
