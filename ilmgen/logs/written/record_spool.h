// SPDX-License-Identifier: GPL-2.0-or-later
//
// A store of events for writers of whole logs. Events wait in it until the last event has come,
// because a log's head contains figures that are known only then, for example the number of
// records.
#ifndef ILMGEN_LOGS_WRITTEN_RECORD_SPOOL_H
#define ILMGEN_LOGS_WRITTEN_RECORD_SPOOL_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/logs/emitted/records.h"
#include "ilmgen/model/spool.h"

#include <utility>

namespace ilm {

/// Records of all events.  They can be read several times and are the same each time.
class RecordSpool {
public:
    void event(const Event& event) {
        timed_ = timed_ || event.time != no_time;
        events_.event(event);
    }

    /// Calls take(event, records). Returns the object that has made the records, because it knows
    /// all processes then.
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
        void event(const Event& event) override { take(event, maker.records_of(event)); }
        EmittedRecords maker;
        Take& take;
    };

    bool timed_ = false;
    EventSpool events_;
};

} // namespace ilm

#endif
