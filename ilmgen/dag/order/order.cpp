// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/order.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ilm {

/// Settles when the list has doubled, so that releases which nobody takes do not pile up.
void Frontier::add(const Point& point) {
    constexpr std::size_t few = 16;
    points_.push_back(point);
    if (points_.size() > 2 * std::size_t{settled_} + few)
        settle();
}

/// Returns the clock of all that the new points come after.  A thread's clock need not contain what
/// the thread itself did before.  So the id before each point is added for the point's own thread.
Clock Frontier::past_of_new() const {
    Clock past;
    for (std::size_t i = settled_; i < points_.size(); ++i)
        past.join(points_[i].knowledge);
    for (std::size_t i = settled_; i < points_.size(); ++i)
        past.learn(points_[i].slot, points_[i].id - 1);
    return past;
}

/// A settled point cannot know a new one.
void Frontier::settle() {
    if (settled_ == points_.size())
        return;
    if (points_.size() == 1) {
        clock_ = points_[0].knowledge;
    } else {
        Clock past = past_of_new();
        const auto implied = [&past](const Point& point) {
            return past.known(point.slot) >= point.id;
        };
        // Where the past has all settled points, it has all that they know.
        if (std::all_of(points_.begin(), points_.begin() + settled_, implied))
            clock_ = {};
        points_.erase(std::remove_if(points_.begin(), points_.end(), implied), points_.end());
        past.join(clock_);
        clock_ = std::move(past);
    }
    for (const Point& point : points_)
        clock_.learn(point.slot, point.id);
    settled_ = static_cast<std::uint32_t>(points_.size());
}

void Releases::collect(Mode mode, ThreadId thid, std::vector<Point>& predecessors) {
    const auto add = [&](const Frontier& frontier, const Frontier& other) {
        for (const Point& release : frontier.points())
            if (release.thid != thid && other.clock().known(release.slot) < release.id)
                predecessors.push_back(release);
    };
    static const Frontier nothing;
    others.settle();
    if (mode == Mode::rd) {
        add(others, nothing);
    } else {
        reads.settle();
        add(others, reads);
        add(reads, others);
    }
}

bool Releases::know(Mode mode, const Point& point) const {
    return others.clock().known(point.slot) >= point.id ||
           (mode != Mode::rd && reads.clock().known(point.slot) >= point.id);
}

void Releases::teach(Mode mode, Clock& clock) const {
    clock.join(others.clock());
    if (mode != Mode::rd)
        clock.join(reads.clock());
}

Sources& Order::sources(const Event& event) {
    sources_.points.clear();
    if (std::optional<Point> fork = predecessors_.fork_of(event))
        sources_.points.push_back(std::move(*fork));
    std::optional<Point> exit = predecessors_.exit_of(event);
    sources_.joins = exit.has_value();
    if (exit)
        sources_.points.push_back(std::move(*exit));
    sources_.releases = predecessors_.releases_of(event);
    sources_.mode = event.mode;
    return sources_;
}

} // namespace ilm
