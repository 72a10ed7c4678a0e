// SPDX-License-Identifier: GPL-2.0-or-later
//
// What all writers of events, not of DAG blocks, have in common.
#ifndef ILMGEN_EMIT_EVENTS_EVENT_WRITER_H
#define ILMGEN_EMIT_EVENTS_EVENT_WRITER_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <cstdint>

namespace ilm {

class EventWriter : public EventSink {
public:
    /// After the last event.
    virtual void finish(const Origin& origin, const ClockOf& clock_of) = 0;

    /// As SyncObjects::lost(), after finish().
    virtual std::uint64_t lost() const { return 0; }
};

} // namespace ilm

#endif
