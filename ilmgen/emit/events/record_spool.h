// SPDX-License-Identifier: GPL-2.0-or-later
//
// What writers of whole logs have in common: a log's head says what is known
// only at its end, so events wait until then.
#ifndef ILMGEN_EMIT_EVENTS_RECORD_SPOOL_H
#define ILMGEN_EMIT_EVENTS_RECORD_SPOOL_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emitted/records.h"
#include "ilmgen/model/spool.h"

#include <utility>

namespace ilm {

/// Records of all events, gone through as often as need be, always the same.
class RecordSpool {
public:
    void event(const Event& event) {
        timed_ = timed_ || event.time != no_time;
        events_.event(event);
    }

    /// Calls take(event, records).  Returns what made them, which knows all processes now.
    template <class Take>
    EmittedRecords each(const Origin& origin, const ClockOf& clock_of, Take take) {
        const bool states_fit = !timed_ || origin.clock_counts_cost();
        Replay<Take> replay{EmittedRecords(timed_, states_fit, clock_of), take};
        events_.replay(replay);
        return std::move(replay.maker);
    }

private:
    template <class Take>
    struct Replay : EventSink {
        Replay(EmittedRecords maker_of_records, Take& taker)
            : maker(std::move(maker_of_records)), take(taker) {}
        void event(const Event& event) override { take(event, maker.of(event)); }
        EmittedRecords maker;
        Take& take;
    };

    bool timed_ = false;
    EventSpool events_;
};

} // namespace ilm

#endif
