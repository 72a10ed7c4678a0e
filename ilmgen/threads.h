// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which threads there are: a trace must fork a thread before it shows an event
// of it, and nothing follows a thread's exit.
#ifndef ILMGEN_THREADS_H
#define ILMGEN_THREADS_H

#include "ilmgen/model.h"

#include <unordered_map>

namespace ilm {

class Threads {
public:
    /// Throws Error, and changes nothing, if the threads cannot have produced this event now.
    void check(const Event& event);

    /// Threads that were forked or seen so far.
    std::size_t count() const { return threads_.size(); }

private:
    enum class State : std::uint8_t { alive, exited, joined };

    State& acting(const Event& event);
    void check_fork(const Event& event) const;
    void join(const Event& event);

    std::unordered_map<ThreadId, State>
        threads_;       ///< an id is never used again, so all there ever were
    ThreadId last_ = 0; ///< the thread of the event before, and
    State* last_state_ =
        nullptr; ///< its state: most events are of the same thread as the one before
};

} // namespace ilm

#endif
