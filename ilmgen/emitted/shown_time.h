// SPDX-License-Identifier: GPL-2.0-or-later
//
// A time for each event, even if the log has no times.
#ifndef ILMGEN_EMITTED_SHOWN_TIME_H
#define ILMGEN_EMITTED_SHOWN_TIME_H

#include "ilmgen/model/event.h"

#include <cstdint>

namespace ilm {

/// The time at which an event is shown, for formats in which each event has a time.
class ShownTime {
public:
    /// `timed`: whether some event has a time. If so, an event without a time is shown at the time
    /// of the event before. If no event has a time, the time is the cost of all threads so far, in
    /// the order of the trace.
    explicit ShownTime(bool timed) : timed_(timed) {}

    /// The time of the next event.
    std::uint64_t time_of(const Event& event) {
        if (!timed_)
            now_ += event.icnt + event.wait;
        else if (event.time != no_time)
            now_ = event.time;
        return now_;
    }

private:
    bool timed_;
    std::uint64_t now_ = 0;
};

} // namespace ilm

#endif
