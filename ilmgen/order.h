// SPDX-License-Identifier: GPL-2.0-or-later
//
// Who is ordered directly after whom, as the trace format defines it.
#ifndef ILMGEN_ORDER_H
#define ILMGEN_ORDER_H

#include "ilmgen/clock.h"
#include "ilmgen/model.h"
#include "ilmgen/sync_objects.h"

#include <unordered_map>
#include <vector>

namespace ilm {

/// Releases of one object, or of one of its rounds: the latest of each thread, readers' apart since
/// readers do not wait for them.
struct Releases {
    std::vector<Point> reads;
    std::vector<Point> others;
    bool minimal = false; ///< none is known to be implied by a newer one of the same list

    void publish(Mode mode, const Point& release);

    /// Adds those that an acquire in this mode by this thread is ordered after.
    void collect(Mode mode, ThreadId thid, std::vector<Point>& predecessors) const;
};

class Order {
public:
    /// `relaxed`: primitives that order nothing.
    explicit Order(Prims relaxed) : objects_(std::move(relaxed)) {}

    /// Adds all points of other threads that the step of this event is directly ordered after.
    void predecessors(const Event& event, std::vector<Point>& predecessors);

    /// After predecessors(): what later events may be ordered after.
    void happened(const Event& event, const Point& point);

    /// For life events of synchronisation objects.
    void life(const Event& event);

    /// Ends the DAG block of an order that does not cross DAG blocks.
    void forget();

    /// Ends the DAG block of an order that does.  `settle(Releases&)` as in SyncObjects::trim().
    template <class Settle>
    void trim(Settle settle) {
        objects_.trim(settle);
    }

    /// Forks whose child has no step yet, and exits that no join has met yet.
    const std::unordered_map<ThreadId, Point>& forks() const { return forks_; }
    const std::unordered_map<ThreadId, Point>& exits() const { return exits_; }

    std::uint64_t lost() const { return objects_.lost(); }

private:
    SyncObjects<Releases> objects_;
    std::unordered_map<ThreadId, Point> forks_; ///< by child
    std::unordered_map<ThreadId, Point> exits_; ///< by child
};

} // namespace ilm

#endif
