// SPDX-License-Identifier: GPL-2.0-or-later
//
// Transitive reduction as the order grows.
//
// An edge p -> e is implied exactly when another direct predecessor of e, its
// predecessor in its own thread included, already knows p: a longer way from p
// to e enters e through one of them.  So clocks are all it takes, and how long
// the way is makes no difference.
#ifndef ILMGEN_DAG_REDUCE_H
#define ILMGEN_DAG_REDUCE_H

#include "ilmgen/dag/clock.h"
#include "ilmgen/dag/order.h"

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ilm {

class Reducer {
public:
    /// `reduces`: else no edge is implied by others.
    explicit Reducer(bool reduces) : reduces_(reduces) {}

    /// Finds the direct predecessors of a step in other threads that are not implied, and fills in
    /// what the step itself (`id` and `thid` are set) hands on.
    void reduce(Point& step, Sources& sources, std::vector<Point>& predecessors);

    /// How many threads have a step so far and are alive.
    std::size_t threads() const { return threads_.size(); }

    /// No event follows in this thread.
    void exited(const Point& exit) { threads_.erase(exit.thid); }

    /// Forgets all, for an order that does not leave the DAG block.
    void forget();

    /// Takes note of what every thread knows that is alive or about to begin (`forks` without a
    /// step of the child yet).
    void survey(const std::unordered_map<ThreadId, Point>& forks);

    /// Removes the releases that no later event can be ordered after but by implication: at the
    /// survey all knew them, or whoever takes them takes a newer one too that knows them.  Returns
    /// whether none is left.
    bool settle(Releases& releases) const;

private:
    struct Thread {
        Slot slot = 0;
        Clock knowledge;     ///< of others, and perhaps of itself
        EventId learned = 0; ///< the step at which it last changed
    };
    /// A slot whose thread was joined can be given to a thread that knows its exit: whoever knows
    /// an event of the new one then knows all of the old one too.
    struct FreeSlot {
        Slot slot;
        EventId exit;
    };

    Thread& of(ThreadId thid, const std::vector<Point>& sources);
    Slot slot_for(const std::vector<Point>& sources);
    void remove_implied(const Thread& thread, const Sources& sources,
                        std::vector<Point>& predecessors) const;
    void learn(Thread& thread, EventId step, const Sources& sources) const;

    const bool reduces_;
    std::unordered_map<ThreadId, Thread> threads_; ///< with a step so far and alive
    std::deque<FreeSlot> free_;
    Slot slots_ = 0;              ///< given out so far
    std::optional<Clock> common_; ///< known to all at the last survey; none: there was nobody
};

} // namespace ilm

#endif
