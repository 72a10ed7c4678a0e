// SPDX-License-Identifier: GPL-2.0-or-later
//
// Vector clocks (Fidge, Mattern 1988), with event ids for ticks: a thread's
// entry is the id of its latest event that is known.
#ifndef ILMGEN_CLOCK_H
#define ILMGEN_CLOCK_H

#include "ilmgen/model.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace ilm {

/// A thread's place in the clocks.
using Slot = std::uint32_t;

class Clock {
public:
    EventId known(Slot slot) const { return slot < latest_.size() ? latest_[slot] : 0; }

    void learn(Slot slot, EventId id) {
        if (slot >= latest_.size())
            latest_.resize(slot + std::size_t{1});
        latest_[slot] = std::max(latest_[slot], id);
    }

    void join(const Clock& other) {
        if (other.latest_.size() > latest_.size())
            latest_.resize(other.latest_.size());
        for (std::size_t i = 0; i < other.latest_.size(); ++i)
            latest_[i] = std::max(latest_[i], other.latest_[i]);
    }

private:
    std::vector<EventId> latest_; ///< by slot; 0: nothing known
};

/// What a thread knows of others.  It changes only where the thread acquires something, so all its
/// steps in between share one; null: nothing.
using Knowledge = std::shared_ptr<const Clock>;

inline EventId known(const Knowledge& knowledge, Slot slot) {
    return knowledge ? knowledge->known(slot) : 0;
}

/// A step as something that others may be ordered after.
struct Point {
    EventId id = 0;
    ThreadId thid = 0;
    std::uint64_t block = 0;  ///< index of its DAG block
    std::uint32_t vertex = 0; ///< in that DAG block
    Slot slot = 0;            ///< of its thread; clocks are kept for transitive reduction only
    Knowledge knowledge;      ///< its thread's at that step, without the thread itself
};

inline bool newer(const Point& a, const Point& b) {
    return a.id > b.id;
}

} // namespace ilm

#endif
