// SPDX-License-Identifier: GPL-2.0-or-later
//
// Vector clocks (Fidge, Mattern 1988), with event ids for ticks: a thread's
// entry is the id of its latest event that is known.
//
// A clock is a tree over the threads' slots whose nodes never change once they
// are shared, so a copy is a pointer.  Learning one entry copies the nodes on
// the way to it.  Joining two clocks looks only at what differs.  Threads that
// met at a barrier share all of their clocks.
#ifndef ILMGEN_DAG_CLOCK_H
#define ILMGEN_DAG_CLOCK_H

#include "ilmgen/model/event.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>

namespace ilm {

/// A thread's place in the clocks.
using Slot = std::uint32_t;

/// A node of a clock's tree (clock.cpp). Its references are counted without locks, because clocks
/// stay in one thread.
struct ClockNode;
void intrusive_ptr_add_ref(ClockNode* node);
void intrusive_ptr_release(ClockNode* node);

class Clock {
public:
    /// 0: no event of that thread.
    EventId known(Slot slot) const;

    void learn(Slot slot, EventId id);

    /// Takes the later of the two entries of each thread.  Example: 10 and 7 joined with 8 and 9
    /// are 10 and 9.
    void join(const Clock& other);

    /// Takes the earlier of the two entries of each thread.
    void meet(const Clock& other);

private:
    using NodePtr = boost::intrusive_ptr<ClockNode>;

    void raise(unsigned height);

    NodePtr root_; ///< null: nothing is known
};

/// A step as something that others may be ordered after.
struct Point {
    EventId id = 0;
    ThreadId thid = 0;
    std::uint64_t block = 0;  ///< index of its DAG block
    std::uint32_t vertex = 0; ///< in that DAG block
    Slot slot = 0;            ///< of its thread
    Clock knowledge;          ///< the thread's clock at that step; may lack the thread's own events
};

/// Whether `point` comes after `other`, according to the order of the trace so far.
inline bool knows(const Point& point, const Point& other) {
    return point.knowledge.known(other.slot) >= other.id ||
           (point.slot == other.slot && point.id > other.id);
}

} // namespace ilm

#endif
