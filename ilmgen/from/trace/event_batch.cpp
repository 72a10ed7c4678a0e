// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/event_batch.h"

#include <limits>

namespace ilm {

namespace {

// A batch is so small that the caches hold several, and so large that the cost to hand it over does
// not count.
constexpr std::size_t most_heap_events = 1024;
constexpr std::size_t most_other_events = 256;
constexpr std::size_t most_usage = 2048;
constexpr std::size_t most_work = 1024;
constexpr std::size_t most_text = 8192;

/// An empty vector with room for so many elements.
template <class Element>
void reserve_exactly(std::vector<Element>& elements, std::size_t room) {
    if (elements.capacity() != room) {
        std::vector<Element>().swap(elements);
        elements.reserve(room);
    }
}

std::size_t text_of(const Event& event) {
    return event.prim.size() + event.text.size() + event.name.size();
}

} // namespace

bool EventBatch::HeapEvent::holds(const Event& event, const Base& base) {
    const BlockUsage& block = event.block;
    if ((event.kind != Kind::alloc && event.kind != Kind::free) || event.time != no_time ||
        block.alloc != 0 || event.library > 1 || event.new_stacks != nullptr)
        return false;
    const std::uint64_t all_bits = event.thid | event.icnt | (event.id - base.id) |
                                   (event.byte - base.byte) | block.size | block.read |
                                   block.written;
    return all_bits <= std::numeric_limits<std::uint32_t>::max();
}

EventBatch::HeapEvent::HeapEvent(const Event& event, const Base& base)
    : addr(event.block.addr), thid(static_cast<std::uint32_t>(event.thid)),
      icnt(static_cast<std::uint32_t>(event.icnt)),
      id(static_cast<std::uint32_t>(event.id - base.id)),
      byte(static_cast<std::uint32_t>(event.byte - base.byte)),
      size(static_cast<std::uint32_t>(event.block.size)),
      read_or_at(event.kind == Kind::alloc ? event.at
                                           : static_cast<std::uint32_t>(event.block.read)),
      written(static_cast<std::uint32_t>(event.block.written)), kind(event.kind),
      is_librarys(event.library != 0) {}

EventBatch::EventBatch() {
    clear();
}

void EventBatch::clear() {
    heap_events_.clear();
    other_events_.clear();
    usage_.clear();
    work_.clear();
    stacks_.clear();
    text_.clear();
    reserve_exactly(heap_events_, most_heap_events);
    reserve_exactly(other_events_, most_other_events);
    reserve_exactly(usage_, most_usage);
    reserve_exactly(work_, most_work);
    reserve_exactly(text_, most_text);
}

bool EventBatch::fits(const Event& event) const {
    return other_events_.size() < other_events_.capacity() &&
           event.usage.size() <= usage_.capacity() - usage_.size() &&
           event.work.size() <= work_.capacity() - work_.size() &&
           text_of(event) <= text_.capacity() - text_.size();
}

bool EventBatch::add(const Event& event) {
    if (empty())
        begin(event);
    if (HeapEvent::holds(event, base_)) {
        if (heap_events_.size() == heap_events_.capacity())
            return false;
        heap_events_.emplace_back(event, base_);
        return true;
    }
    if (!fits(event))
        return false;
    Event& copy = other_events_.emplace_back(OtherEvent{event, heap_events_.size()}).event;
    copy.usage = {usage_.data() + usage_.size(), event.usage.size()};
    usage_.insert(usage_.end(), event.usage.begin(), event.usage.end());
    copy.work = {work_.data() + work_.size(), event.work.size()};
    work_.insert(work_.end(), event.work.begin(), event.work.end());
    copy.prim = keep(event.prim);
    copy.text = keep(event.text);
    copy.name = keep(event.name);
    if (event.new_stacks != nullptr)
        copy.new_stacks = &stacks_.emplace_back(*event.new_stacks);
    return true;
}

/// Nothing points into an empty batch, so it may move.
void EventBatch::begin(const Event& first) {
    base_ = {first.id, first.byte};
    usage_.reserve(first.usage.size());
    work_.reserve(first.work.size());
    text_.reserve(text_of(first));
}

std::string_view EventBatch::keep(std::string_view text) {
    const std::string_view kept(text_.data() + text_.size(), text.size());
    text_.insert(text_.end(), text.begin(), text.end());
    return kept;
}

} // namespace ilm
