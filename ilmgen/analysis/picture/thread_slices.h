// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slices of work and of waits of each thread, for pictures, on a machine on
// which nobody waits for a processor.
#ifndef ILMGEN_ANALYSIS_THREAD_SLICES_H
#define ILMGEN_ANALYSIS_THREAD_SLICES_H

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// SliceEvent::name of an end.
constexpr std::uint32_t no_name = ~std::uint32_t{0};

/// A slice begins or ends, or two threads meet.  Slices of a thread do not overlap.
struct SliceEvent {
    enum class Kind : std::uint8_t {
        begin,
        end,
        meeting, ///< an event that a flow begins or ends with
    };
    std::uint64_t time = 0; ///< in the run's unit of cost
    StepIndex step = 0;     ///< that the event belongs to; orders events of the same time
    ThreadIndex thread = 0;
    std::uint32_t name = no_name; ///< index into names(); no_name: of an end
    std::uint64_t flow = 0;       ///< of a meeting: both of its events have this number, from 1 on
    Kind kind = Kind::begin;
    bool is_work = false;   ///< of a slice; else it is a wait
    bool ends_flow = false; ///< of a meeting
};

/// How many threads work from a time on.
struct WorkingThreads {
    std::uint64_t time = 0;
    std::uint64_t threads = 0;
};

class ThreadSlices {
public:
    explicit ThreadSlices(const Run& run);

    /// The events are in the order of time. The beginning of a flow stands before its end.
    const LargeVector<SliceEvent>& events() const { return events_; }
    const std::vector<std::string>& names() const { return names_; }
    /// A stack in the function that gives slices of work this name; 0: not known.
    StackNumber stack(std::uint32_t name) const { return stacks_[name]; }
    const Timeline& timeline() const { return timeline_; }
    /// The heap's level at each time at which it changes.
    LargeVector<HeapLevel> heap() const;
    LargeVector<WorkingThreads> working() const;

private:
    class Maker;

    const Run& run_;
    Timeline timeline_;
    LargeVector<SliceEvent> events_;
    std::vector<std::string> names_;
    std::vector<StackNumber> stacks_; ///< by name
};

} // namespace ilm

#endif
