// SPDX-License-Identifier: GPL-2.0-or-later
//
// Transitive reduction as the order grows.
//
// An edge p -> e is implied exactly when another direct predecessor of e, its
// predecessor in its own thread included, already knows p: a longer way from p
// to e enters e through one of them.  So e's vector clock is all it takes, and
// how long the way is makes no difference.
#ifndef ILMGEN_REDUCE_H
#define ILMGEN_REDUCE_H

#include "ilmgen/clock.h"
#include "ilmgen/order.h"

#include <unordered_map>
#include <vector>

namespace ilm {

class Reducer {
public:
    /// Removes the implied ones of the direct predecessors of a step, sorts the others newest
    /// first, and fills in what the step itself (`id` and `thid` are set) hands on.
    void reduce(Point& step, std::vector<Point>& predecessors);

    /// No event follows in this thread.
    void exited(const Point& exit);

    /// Forgets all, for an order that does not leave the DAG block.
    void forget();

    /// For an order that does: takes note of what every thread knows that is alive or about to
    /// begin
    /// (`forks` without a step of the child yet).
    void survey(const std::unordered_map<ThreadId, Point>& forks);

    /// Removes the releases that no later event can be ordered after but by implication: at the
    /// survey all knew them, or whoever takes them takes a newer one too that knows them.  Returns
    /// whether none is left.
    bool settle(Releases& releases) const;

private:
    struct Thread {
        Slot slot = 0;
        Knowledge knowledge;
    };
    /// A slot whose thread is gone can be given to a thread that knows its exit: whoever knows an
    /// event of the new one then knows all of the old one too.
    struct FreeSlot {
        Slot slot;
        EventId exit;
    };

    Thread& of(ThreadId thid, const std::vector<Point>& predecessors);
    Slot slot_for(const std::vector<Point>& predecessors);

    std::unordered_map<ThreadId, Thread> threads_; ///< with a step so far and alive
    std::vector<FreeSlot> free_;
    Slot slots_ = 0; ///< given out so far
    Clock common_;   ///< known to all at the last survey
};

} // namespace ilm

#endif
