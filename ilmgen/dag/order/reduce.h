// SPDX-License-Identifier: GPL-2.0-or-later
//
// Transitive reduction as the order grows.
//
// An edge p -> e is implied exactly when another direct predecessor of e (which may be e's
// predecessor in its own thread) already knows p. The reason: each longer way from p to e enters e
// through another direct predecessor. So clocks are enough, and the length of the way does not
// matter. Example: threads 2, 3 and 4 hold a lock in turn. Thread 4's lock follows thread 3's
// unlock, which knows thread 2's unlock. So the edge from thread 2's unlock to thread 4's lock is
// implied.
#ifndef ILMGEN_DAG_REDUCE_H
#define ILMGEN_DAG_REDUCE_H

#include "ilmgen/dag/order/clock.h"
#include "ilmgen/dag/order/order.h"

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ilm {

class Reducer {
public:
    /// `reduces`: if false, no edge counts as implied.
    explicit Reducer(bool reduces) : reduces_(reduces) {}

    /// Finds the direct predecessors of a step in other threads that are not implied.  Fills in
    /// what the step passes on to later steps. The caller has set its `id` and `thid`.
    void reduce(Point& step, Sources& sources, std::vector<Point>& predecessors);

    /// How many threads have a step so far and are alive.
    std::size_t threads() const { return threads_.size(); }

    /// No event follows in this thread.
    void exited(const Point& exit) { threads_.erase(exit.thid); }

    /// Forgets everything.  Called at the end of a DAG block if no edge may lead into a later one.
    void forget();

    /// Notes what is known to every thread that is alive or about to begin. `forks`: the forks
    /// whose child has no step yet.
    void survey(const std::unordered_map<ThreadId, Point>& forks);

    /// Removes the releases from which all edges to later events would be implied. Either all
    /// threads knew such a release at the survey, or an acquire that takes it also takes a newer
    /// release that knows it. Returns whether no release is left.
    bool settle(Releases& releases) const;

private:
    struct Thread {
        Slot slot = 0;
        Clock knowledge;     ///< of others, and perhaps of itself
        EventId learned = 0; ///< the step at which `knowledge` last changed
    };
    /// A slot whose thread was joined can be given to a thread that knows its exit, because a
    /// thread that knows an event of the new thread then knows all events of the old one, too.
    struct FreeSlot {
        Slot slot;
        EventId exit;
    };

    Thread& thread_of(ThreadId thid, const std::vector<Point>& sources);
    Slot slot_for(const std::vector<Point>& sources);
    void remove_implied(const Thread& thread, const Sources& sources,
                        std::vector<Point>& predecessors) const;
    void learn(Thread& thread, EventId step, const Sources& sources) const;

    const bool reduces_;
    std::unordered_map<ThreadId, Thread> threads_; ///< with a step so far and alive
    std::deque<FreeSlot> free_;
    Slot slots_ = 0; ///< given out so far
    /// The clock that all threads knew at the last survey; none: there was no thread.
    std::optional<Clock> common_;
};

} // namespace ilm

#endif
