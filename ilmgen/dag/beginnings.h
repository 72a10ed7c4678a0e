// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tells which fork began a thread, while its DAG block grows.  The order alone does not tell it,
// because the edge from a fork to the child's first step is left out if it is implied.
#ifndef ILMGEN_DAG_BEGINNINGS_H
#define ILMGEN_DAG_BEGINNINGS_H

#include "ilmgen/model/event.h"

#include <optional>
#include <unordered_map>

namespace ilm {

class Beginnings : public EventSink {
public:
    /// Events have to come here before the DAG block that they belong to ends.
    void event(const Event& event) override;

    /// The fork of the thread whose first step is this event. Returns nothing if the fork lies
    /// before the last forget(), or if the thread's first step is another event.
    std::optional<EventId> fork_of(ThreadId thid, EventId first_step) const;

    /// To be called after each DAG block.
    void forget() { threads_.clear(); }

private:
    struct Beginning {
        EventId fork;
        EventId first_step; ///< 0: there is none yet
    };

    std::unordered_map<ThreadId, Beginning> threads_; ///< by child
};

} // namespace ilm

#endif
