// SPDX-License-Identifier: GPL-2.0-or-later
//
// The order among the events that order threads, without the rest of the run. Example: thread 2
// allocates, unlocks and ends; thread 3 locks. The order contains the unlock and the lock, and the
// end if a thread joins it. It does not contain the allocation.
#ifndef ILMGEN_ANALYSIS_ORDERING_H
#define ILMGEN_ANALYSIS_ORDERING_H

#include "ilmgen/run/run.h"

#include <boost/dynamic_bitset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace ilm {

/// The order in which threads hold a lock: as recorded, or any.
enum class LockTurns : std::uint8_t { recorded, any };

/// Whether the step comes after its sources.  A step that takes a lock does so only if the turns
/// are as recorded.
bool counts_sources(const Run& run, StepIndex step, LockTurns turns);

/// An index into an Ordering's events, which are in trace order; `no_event`: none.
using OrderIndex = std::uint32_t;
constexpr OrderIndex no_event = ~OrderIndex{0};

/// The steps that come after, or before, an event of another thread.
class Ordering {
public:
    Ordering(const Run& run, LockTurns turns);

    std::size_t size() const { return steps_.size(); }
    std::size_t threads() const { return run_.threads.size(); }
    StepIndex step(OrderIndex event) const { return steps_[event]; }
    OrderIndex index_of(StepIndex step) const { return indices_[step]; }
    ThreadIndex thread(OrderIndex event) const { return run_.steps[steps_[event]].thread; }
    /// The event before it in its thread; for a thread's first event, the fork.
    OrderIndex event_before(OrderIndex event) const { return before_[event]; }
    /// The sources are in other threads.  Exception: threads that leave a barrier together have
    /// their sources in common, so that one source may be in the event's own thread.
    std::span<const OrderIndex> sources(OrderIndex event) const;
    /// Events that have their sources in common have the same number.
    std::uint32_t sources_number(OrderIndex event) const {
        return run_.steps[steps_[event]].sources;
    }

private:
    LargeBitset find() const;

    const Run& run_;
    const LockTurns turns_;
    LargeVector<StepIndex> steps_;
    LargeVector<OrderIndex> indices_; ///< by step
    LargeVector<OrderIndex> before_;
    LargeVector<OrderIndex> sources_; ///< as Run::sources
};

} // namespace ilm

#endif
