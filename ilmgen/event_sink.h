// SPDX-License-Identifier: GPL-2.0-or-later
//
// What stands between readers and those that make something of events.
#ifndef ILMGEN_EVENT_SINK_H
#define ILMGEN_EVENT_SINK_H

#include "ilmgen/model.h"

namespace ilm {

/// Takes the events of a trace in order.  May throw Error.
class EventSink {
public:
    virtual ~EventSink() = default;
    /// The event, and what it points to, is the reader's and changes after the call.
    virtual void event(const Event& event) = 0;
};

} // namespace ilm

#endif
