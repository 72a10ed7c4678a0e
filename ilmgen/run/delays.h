// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds when threads begin, by the clock of their log.
//
// A log shows a thread from its first event on.  Where costs are times, the
// work before this event is subtracted from its time, and the thread begins
// there.  Example: the log's first event is at 1000.  Thread 2, which nobody
// forks, has its first event at 1050: its delay is 50.  It forks thread 3 at
// 1060, whose first event is at 1063: the delay of thread 3 is 3.
//
// Clocks that disagree would delay threads by hours. Such clocks show when an event is earlier than
// an event that it comes after. In that case no thread has a delay.
#ifndef ILMGEN_RUN_DELAYS_H
#define ILMGEN_RUN_DELAYS_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ilm {

class Delays {
public:
    /// Called for each event of the thread.
    void event(ThreadIndex thread, const Event& event);

    /// The event becomes this step. `sources`: the steps of other threads that it comes after.
    void step(StepIndex step, const Event& event, std::span<const StepIndex> sources);

    /// After the last event: gives the run's threads their delays.
    void put(const Origin& origin, Run& run);

private:
    std::uint64_t time_of(StepIndex step) const {
        return step < times_.size() ? times_[step] : no_time;
    }
    void find(const Run& run);
    bool fit(const Run& run) const;

    std::vector<std::uint64_t> begins_; ///< by thread; no_time: not known
    LargeVector<std::uint64_t> times_;  ///< of the steps' events; empty if none has a time
    std::vector<std::uint64_t> delays_; ///< by thread
    std::uint64_t backward_ = 0; ///< events that are earlier than an event that they come after
};

} // namespace ilm

#endif
