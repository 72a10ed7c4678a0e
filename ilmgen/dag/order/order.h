// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds what each step is ordered directly after, as the trace format defines
// it.
#ifndef ILMGEN_DAG_ORDER_H
#define ILMGEN_DAG_ORDER_H

#include "ilmgen/dag/order/clock.h"
#include "ilmgen/model/event.h"
#include "ilmgen/resolve/predecessors.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The newest of some points: those after which no other of the points comes. The clock of
/// everything that these points know is computed once, for all steps that are ordered after them.
class Frontier {
public:
    /// `point` is the newest in the trace.
    void add(const Point& point);

    /// Leaves out the points that another one knows.
    void settle();

    // After settle():
    const auto& points() const { return points_; } ///< in trace order
    const Clock& clock() const { return clock_; }  ///< all points, and what they know
    bool empty() const { return points_.empty(); }

    /// Removes points that are no longer needed.
    template <class Settled>
    void remove(Settled settled) {
        settle();
        points_.erase(std::remove_if(points_.begin(), points_.end(), settled), points_.end());
        settled_ = static_cast<std::uint32_t>(points_.size());
    }

private:
    Clock past_of_new() const;

    boost::container::small_vector<Point, 1> points_; ///< usually one
    std::uint32_t settled_ = 0; ///< number of points at the front that are settled
    Clock clock_;               ///< of the settled points
};

/// Releases of one object, or of one of its rounds. The releases of readers are kept separately,
/// because readers do not wait for readers.
struct Releases {
    Frontier reads;
    Frontier others;

    void publish(Mode mode, const Point& release) {
        (mode == Mode::rd ? reads : others).add(release);
    }

    /// Adds the releases that an acquire in this mode by this thread is directly ordered after:
    /// each other thread's latest release, if no other release knows it.
    void collect(Mode mode, ThreadId thid, std::vector<Point>& predecessors);

    /// To be called after collect(). know(): whether the acquire comes after this point because of
    /// a release. teach(): adds to the clock all points that the acquire comes after.
    bool know(Mode mode, const Point& point) const;
    void teach(Mode mode, Clock& clock) const;
};

/// All that a step is directly ordered after.
struct Sources {
    /// Its thread's fork, if it is the first step; the exit that it joins.
    std::vector<Point> points;
    bool joins = false;           ///< the last of the points is such an exit
    Releases* releases = nullptr; ///< the releases that it takes
    Mode mode = Mode::none;       ///< the mode in which it takes them
};

class Order {
public:
    /// `relaxed`: primitives that order nothing.
    explicit Order(Prims relaxed) : predecessors_(std::move(relaxed)) {}

    /// Returns all that the step of this event is directly ordered after; valid until the next
    /// call.
    Sources& sources(const Event& event);

    /// Called after sources(): later events may be ordered after this point.
    void note_event(const Event& event, const Point& point) { predecessors_.add(event, point); }

    /// For life events of synchronisation objects.
    void life(const Event& event) { predecessors_.life(event); }

    /// Ends a DAG block, if edges do not cross DAG blocks.
    void forget() { predecessors_.forget(); }

    /// Ends a DAG block, if edges cross DAG blocks. `settle(Releases&)` and `keep(const Releases&)`
    /// are as in SyncObjects::trim().
    template <class Settle, class Keep>
    void trim(Settle settle, Keep keep) {
        predecessors_.objects().trim(settle, keep);
    }

    /// To be called inside a DAG block, as SyncObjects::untidy() and tidy().
    bool untidy() const { return predecessors_.objects().untidy(); }
    template <class Settle>
    void tidy(Settle settle) {
        predecessors_.objects().tidy(settle);
    }

    /// Forks whose child has no step yet, and exits that no join has met yet.
    const std::unordered_map<ThreadId, Point>& forks() const { return predecessors_.forks(); }
    const std::unordered_map<ThreadId, Point>& exits() const { return predecessors_.exits(); }

    std::uint64_t lost() const { return predecessors_.objects().lost(); }

private:
    Predecessors<Releases, Point> predecessors_;
    Sources sources_;
};

} // namespace ilm

#endif
