// SPDX-License-Identifier: GPL-2.0-or-later
//
// Some consecutive events with all that they point to.
#ifndef ILMGEN_FROM_TRACE_EVENT_BATCH_H
#define ILMGEN_FROM_TRACE_EVENT_BATCH_H

#include "ilmgen/model/event.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace ilm {

/// Its storage never moves while there is an event in it, and is used again. Its size is fixed,
/// unless a single event is larger.
///
/// Allocations and frees, which are most of a trace, are kept in a fifth of the memory that an
/// Event takes, because data that one processor has written comes slowly to another.
class EventBatch {
public:
    EventBatch();

    /// Adds a copy of the event; false if there is no room for it.
    bool add(const Event& event);
    void clear();

    /// Calls give(const Event&) with each event, in order. The event object changes after the call.
    /// The data that it points to do not.
    template <class Give>
    void for_each(Give give) const {
        Event heap_event;
        std::size_t next = 0;
        const auto give_until = [&](std::size_t end) {
            for (; next < end; ++next) {
                heap_events_[next].fill(heap_event, base_);
                give(heap_event);
            }
        };
        for (const OtherEvent& other : other_events_) {
            give_until(other.heap_events);
            give(other.event);
        }
        give_until(heap_events_.size());
    }

private:
    /// The id and the place of an event, from where others are counted.
    struct Base {
        EventId id = 0;
        std::uint64_t byte = 0;
    };

    /// An allocation or a free whose numbers, except the address, all fit in 32 bits.
    struct HeapEvent {
        static bool holds(const Event& event, const Base& base);
        HeapEvent(const Event& event, const Base& base);

        /// All other members of the event have their defaults.
        void fill(Event& event, const Base& base) const {
            event.kind = kind;
            event.thid = thid;
            event.icnt = icnt;
            event.id = base.id + id;
            event.byte = base.byte + byte;
            event.block.addr = addr;
            event.block.size = size;
            event.block.read = kind == Kind::free ? read_or_at : 0;
            event.block.written = written;
            event.at = kind == Kind::alloc ? read_or_at : 0;
            event.library = is_librarys ? 1 : 0;
        }

        Address addr;
        std::uint32_t thid;
        std::uint32_t icnt;
        std::uint32_t id;
        std::uint32_t byte;
        std::uint32_t size;
        std::uint32_t read_or_at; ///< free: bytes read; alloc: where
        std::uint32_t written;
        Kind kind;
        bool is_librarys;
    };

    struct OtherEvent {
        Event event;
        std::size_t heap_events; ///< how many heap events of the batch come before it
    };

    bool empty() const { return heap_events_.empty() && other_events_.empty(); }
    void begin(const Event& first);
    bool fits(const Event& event) const;
    std::string_view keep(std::string_view text);

    Base base_; ///< of the first event
    std::vector<HeapEvent> heap_events_;
    std::vector<OtherEvent> other_events_;
    std::vector<BlockUsage> usage_; ///< what the events' point to
    std::vector<char> text_;        ///< what the events' prims, texts and names point to
    std::vector<WorkSample> work_;  ///< what the events' point to
    std::deque<NewStacks> stacks_;  ///< what the events' point to
};

} // namespace ilm

#endif
