// SPDX-License-Identifier: GPL-2.0-or-later
//
// Checks that an event's threads exist.  A trace must fork a thread before it
// shows an event of it, or say that nobody forked it, and nothing follows a
// thread's exit.
#ifndef ILMGEN_DAG_THREADS_H
#define ILMGEN_DAG_THREADS_H

#include "ilmgen/model/event.h"

#include <boost/icl/interval_set.hpp>

#include <cstddef>
#include <functional>
#include <unordered_set>

namespace ilm {

class Threads {
public:
    /// Throws Error, and changes nothing, if the threads cannot have produced this event now.
    void check(const Event& event);

    /// Threads that were forked or seen so far.
    std::size_t count() const { return count_; }

private:
    /// Ids are usually given out one after the other, so the ids of threads that are gone form few
    /// intervals.
    using Ids =
        boost::icl::interval_set<ThreadId, std::less, boost::icl::closed_interval<ThreadId>>;

    void check_acting(const Event& event);
    void fork(const Event& event);
    void join(const Event& event);
    void exit(ThreadId thid);
    void begin(ThreadId thid);
    bool gone(ThreadId thid) const;

    std::unordered_set<ThreadId> alive_;
    Ids exited_; ///< and not joined
    Ids joined_;
    std::size_t count_ = 0;
    ThreadId last_ = 0; ///< the thread of the previous event, if alive; usually the next event has
                        ///< the same thread
};

} // namespace ilm

#endif
