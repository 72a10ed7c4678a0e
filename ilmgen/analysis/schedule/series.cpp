// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/series.h"

#include <algorithm>
#include <cstdint>

namespace ilm {

namespace {

/// All events from a position on come after all events before it if each of the first events from
/// there on directly follows each of the last events before it. It must follow directly, because a
/// longer way between the two would pass another event.
class SeriesFinder {
public:
    explicit SeriesFinder(const Ordering& ordering)
        : ordering_(ordering), size_(static_cast<OrderIndex>(ordering.size())),
          followed_(size_, size_), later_(size_, size_), counted_(size_) {
        find_followers();
        find_next_of_threads();
    }

    LargeVector<OrderIndex> find(std::size_t least_events) {
        LargeVector<OrderIndex> positions = {0};
        for (OrderIndex position = 1; position < size_; ++position) {
            pass(position - 1);
            if (position - positions.back() >= least_events && falls_apart(position))
                positions.push_back(position);
        }
        if (size_ > 0)
            positions.push_back(size_);
        return positions;
    }

private:
    void find_followers() {
        for (OrderIndex event = 0; event < size_; ++event)
            each_before(event, [&](OrderIndex before) {
                followed_[before] = std::min(followed_[before], event);
            });
    }

    void find_next_of_threads() {
        next_.assign(ordering_.threads(), size_);
        for (OrderIndex event = size_; event-- > 0;) {
            OrderIndex& next = next_[ordering_.thread(event)];
            later_[event] = next;
            next = event;
        }
        for (ThreadIndex thread = 0; thread < next_.size(); ++thread)
            living_.push_back(thread);
    }

    /// None twice.
    template <class Visit>
    void each_before(OrderIndex event, const Visit& visit) {
        ++count_;
        const auto visit_once = [&](OrderIndex before) {
            if (before == no_event || counted_[before] == count_)
                return;
            counted_[before] = count_;
            visit(before);
        };
        visit_once(ordering_.event_before(event));
        for (const OrderIndex source : ordering_.sources(event))
            visit_once(source);
    }

    /// The position is now behind this event.
    void pass(OrderIndex event) {
        next_[ordering_.thread(event)] = later_[event];
        each_before(event, [&](OrderIndex before) {
            if (followed_[before] == event)
                --last_ones_;
        });
        ++last_ones_;
    }

    bool falls_apart(OrderIndex position) {
        if (!fits(position, position))
            return false;
        for (std::size_t i = 0; i < living_.size();) {
            const OrderIndex next = next_[living_[i]];
            if (next == size_) {
                living_[i] = living_.back();
                living_.pop_back();
            } else if (fits(next, position)) {
                ++i;
            } else {
                // The next time, it is likely to be the same one.
                std::swap(living_[i], living_.front());
                return false;
            }
        }
        return true;
    }

    /// Whether the next event of a thread allows a cut at the position.  It does if it is not among
    /// the first events from the position on, or if it directly follows all of the last events
    /// before.
    bool fits(OrderIndex event, OrderIndex position) {
        std::size_t followed = 0;
        bool is_first = true;
        each_before(event, [&](OrderIndex before) {
            is_first = is_first && before < position;
            followed += followed_[before] >= position ? 1 : 0;
        });
        return !is_first || followed == last_ones_;
    }

    const Ordering& ordering_;
    const OrderIndex size_;
    LargeVector<OrderIndex> followed_;   ///< by event: the first one that directly follows it
    LargeVector<OrderIndex> later_;      ///< by event: the next one of its thread
    std::vector<OrderIndex> next_;       ///< by thread: the first one from the position on
    std::vector<ThreadIndex> living_;    ///< those that have one
    std::size_t last_ones_ = 0;          ///< before the position, that none before it follows
    LargeVector<std::uint64_t> counted_; ///< by event: when last
    std::uint64_t count_ = 0;
};

} // namespace

LargeVector<OrderIndex> series_of(const Ordering& ordering, std::size_t least_events) {
    return SeriesFinder(ordering).find(least_events);
}

} // namespace ilm
