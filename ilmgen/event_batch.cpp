// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/event_batch.h"

#include <algorithm>

namespace ilm {

namespace {

// As much as the caches hold of several batches, and enough that what it takes to hand one over
// does not count.
constexpr std::size_t most_events = 512;
constexpr std::size_t most_usage = 2048;
constexpr std::size_t most_text = 8192;

/// An empty vector with room for so many elements.
template <class Element>
void reserve_exactly(std::vector<Element>& elements, std::size_t room) {
    if (elements.capacity() != room) {
        std::vector<Element>().swap(elements);
        elements.reserve(room);
    }
}

} // namespace

EventBatch::EventBatch() {
    clear();
}

void EventBatch::clear() {
    events_.clear();
    usage_.clear();
    text_.clear();
    reserve_exactly(events_, most_events);
    reserve_exactly(usage_, most_usage);
    reserve_exactly(text_, most_text);
}

bool EventBatch::fits(const Event& event) const {
    return events_.size() < events_.capacity() &&
           event.usage.size() <= usage_.capacity() - usage_.size() &&
           event.prim.size() + event.text.size() <= text_.capacity() - text_.size();
}

bool EventBatch::add(const Event& event) {
    if (events_.empty())
        make_room(event);
    if (!fits(event))
        return false;
    Event& copy = events_.emplace_back(event);
    copy.usage = {usage_.data() + usage_.size(), event.usage.size()};
    usage_.insert(usage_.end(), event.usage.begin(), event.usage.end());
    copy.prim = keep(event.prim);
    copy.text = keep(event.text);
    return true;
}

/// Nothing points into an empty batch, so it may move.
void EventBatch::make_room(const Event& event) {
    usage_.reserve(event.usage.size());
    text_.reserve(event.prim.size() + event.text.size());
}

std::string_view EventBatch::keep(std::string_view text) {
    const std::string_view kept(text_.data() + text_.size(), text.size());
    text_.insert(text_.end(), text.begin(), text.end());
    return kept;
}

} // namespace ilm
