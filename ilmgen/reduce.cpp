// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/reduce.h"

#include <algorithm>
#include <limits>

namespace ilm {

void Reducer::reduce(Point& step, std::vector<Point>& predecessors) {
    std::sort(predecessors.begin(), predecessors.end(), newer);
    Thread& thread = of(step.thid, predecessors);
    step.slot = thread.slot;
    if (!predecessors.empty()) {
        // An older event cannot know a newer one, so newest first each needs one look.
        auto clock = thread.knowledge ? std::make_shared<Clock>(*thread.knowledge)
                                      : std::make_shared<Clock>();
        std::erase_if(predecessors, [&clock](const Point& before) {
            if (clock->known(before.slot) >= before.id)
                return true;
            if (before.knowledge)
                clock->join(*before.knowledge);
            clock->learn(before.slot, before.id);
            return false;
        });
        if (!predecessors.empty())
            thread.knowledge = std::move(clock);
    }
    step.knowledge = thread.knowledge;
}

Reducer::Thread& Reducer::of(ThreadId thid, const std::vector<Point>& predecessors) {
    const auto [thread, is_new] = threads_.try_emplace(thid);
    if (is_new)
        thread->second.slot = slot_for(predecessors);
    return thread->second;
}

Slot Reducer::slot_for(const std::vector<Point>& predecessors) {
    const auto knows = [&predecessors](const FreeSlot& free) {
        return std::any_of(predecessors.begin(), predecessors.end(), [&free](const Point& before) {
            return known(before.knowledge, free.slot) >= free.exit;
        });
    };
    const auto found = std::find_if(free_.rbegin(), free_.rend(), knows);
    if (found == free_.rend())
        return slots_++;
    const Slot slot = found->slot;
    free_.erase(std::next(found).base());
    return slot;
}

void Reducer::exited(const Point& exit) {
    free_.push_back({exit.slot, exit.id});
    threads_.erase(exit.thid);
}

void Reducer::forget() {
    threads_.clear();
    free_.clear();
    slots_ = 0;
}

void Reducer::survey(const std::unordered_map<ThreadId, Point>& forks) {
    constexpr EventId all = std::numeric_limits<EventId>::max();
    std::vector<EventId> least(slots_, all);
    const auto include = [&least](const Knowledge& knowledge, Slot own, EventId latest) {
        for (Slot slot = 0; slot < least.size(); ++slot)
            least[slot] = std::min(least[slot], slot == own ? latest : known(knowledge, slot));
    };
    for (const auto& [thid, thread] : threads_)
        include(thread.knowledge, thread.slot, all);
    for (const auto& [child, fork] : forks)
        include(fork.knowledge, fork.slot, fork.id);
    common_ = {};
    for (Slot slot = 0; slot < least.size(); ++slot)
        common_.learn(slot, least[slot]);
}

namespace {

/// Leaves those that no newer one knows.  A newer one that an acquire does not take is its own
/// thread's, or hidden by a still newer one of the same thread: both know what it knows.
void remove_implied(std::vector<Point>& points) {
    std::sort(points.begin(), points.end(), newer);
    auto kept = points.begin();
    for (Point& point : points) {
        const bool implied = std::any_of(points.begin(), kept, [&point](const Point& later) {
            return known(later.knowledge, point.slot) >= point.id;
        });
        if (!implied)
            std::swap(*kept++, point);
    }
    points.erase(kept, points.end());
}

} // namespace

bool Reducer::settle(Releases& releases) const {
    const auto settled = [this](const Point& point) {
        return common_.known(point.slot) >= point.id;
    };
    std::erase_if(releases.reads, settled);
    std::erase_if(releases.others, settled);
    if (!releases.minimal) {
        remove_implied(releases.reads);
        remove_implied(releases.others);
        releases.minimal = true;
    }
    return releases.reads.empty() && releases.others.empty();
}

} // namespace ilm
