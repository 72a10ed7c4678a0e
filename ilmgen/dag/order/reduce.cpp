// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/reduce.h"

#include <algorithm>
#include <limits>

namespace ilm {

void Reducer::reduce(Point& step, Sources& sources, std::vector<Point>& predecessors) {
    predecessors.assign(sources.points.begin(), sources.points.end());
    if (sources.releases != nullptr)
        sources.releases->collect(sources.mode, step.thid, predecessors);
    Thread& thread = thread_of(step.thid, sources.points);
    step.slot = thread.slot;
    if (reduces_ && !predecessors.empty()) {
        remove_implied(thread, sources, predecessors);
        if (!predecessors.empty())
            learn(thread, step.id, sources);
    }
    step.knowledge = thread.knowledge;
    if (reduces_ && sources.joins)
        free_.push_back({sources.points.back().slot, sources.points.back().id});
}

/// Releases are not compared with each other, because none is implied by another.
void Reducer::remove_implied(const Thread& thread, const Sources& sources,
                             std::vector<Point>& predecessors) const {
    std::erase_if(predecessors, [&](const Point& before) {
        return thread.knowledge.known(before.slot) >= before.id ||
               std::any_of(sources.points.begin(), sources.points.end(),
                           [&before](const Point& source) { return knows(source, before); });
    });
    if (sources.releases != nullptr && !sources.points.empty())
        std::erase_if(predecessors, [&sources](const Point& before) {
            const auto is_it = [&before](const Point& source) { return source.id == before.id; };
            return std::any_of(sources.points.begin(), sources.points.end(), is_it) &&
                   sources.releases->know(sources.mode, before);
        });
}

/// A clock that knows the step at which this thread last learned something knows all that the
/// thread knows, so it takes the place of the thread's clock.
void Reducer::learn(Thread& thread, EventId step, const Sources& sources) const {
    Clock clock;
    if (sources.releases != nullptr)
        sources.releases->teach(sources.mode, clock);
    for (const Point& point : sources.points) {
        clock.join(point.knowledge);
        clock.learn(point.slot, point.id);
    }
    if (clock.known(thread.slot) >= thread.learned)
        thread.knowledge = std::move(clock);
    else
        thread.knowledge.join(clock);
    thread.learned = step;
}

Reducer::Thread& Reducer::thread_of(ThreadId thid, const std::vector<Point>& sources) {
    const auto [thread, is_new] = threads_.try_emplace(thid);
    if (is_new)
        thread->second.slot = slot_for(sources);
    return thread->second;
}

/// Looks at a few slots that have been free for longest, because their exits are best known.
Slot Reducer::slot_for(const std::vector<Point>& sources) {
    constexpr std::size_t few = 8;
    for (std::size_t tries = std::min(few, free_.size()); tries > 0; --tries) {
        const FreeSlot free = free_.front();
        free_.pop_front();
        if (std::any_of(sources.begin(), sources.end(), [&free](const Point& source) {
                return source.knowledge.known(free.slot) >= free.exit;
            }))
            return free.slot;
        free_.push_back(free);
    }
    return slots_++;
}

void Reducer::forget() {
    threads_.clear();
    free_.clear();
    slots_ = 0;
}

void Reducer::survey(const std::unordered_map<ThreadId, Point>& forks) {
    common_.reset();
    const auto include = [this](Clock clock, Slot own, EventId latest) {
        clock.learn(own, latest);
        if (common_)
            common_->meet(clock);
        else
            common_ = std::move(clock);
    };
    for (const auto& [thid, thread] : threads_)
        include(thread.knowledge, thread.slot, std::numeric_limits<EventId>::max());
    for (const auto& [child, fork] : forks)
        include(fork.knowledge, fork.slot, fork.id);
}

bool Reducer::settle(Releases& releases) const {
    const auto settled = [this](const Point& point) {
        return !common_ || common_->known(point.slot) >= point.id;
    };
    releases.reads.remove(settled);
    releases.others.remove(settled);
    return releases.reads.empty() && releases.others.empty();
}

} // namespace ilm
