// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface of all writers of events.  Writers of DAG blocks have another one.
#ifndef ILMGEN_EMIT_EVENTS_EVENT_WRITER_H
#define ILMGEN_EMIT_EVENTS_EVENT_WRITER_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <cstdint>

namespace ilm {

class EventWriter : public EventSink {
public:
    /// Completes the output after the last event.
    virtual void finish(const Origin& origin, const ClockOf& clock_of) = 0;

    /// The same as SyncObjects::lost(); to be called after finish().
    virtual std::uint64_t lost() const { return 0; }
};

} // namespace ilm

#endif
