// SPDX-License-Identifier: GPL-2.0-or-later
//
// From bytes to events.  What can be said about an event by looking at it
// alone is checked here, and that ids increase; everything that takes memory
// of earlier events is the business of later stages.
//
// Unknown keys are skipped, but not everything that may be their value:
// RapidJSON refuses a number that no double can hold (1e999) before anyone can
// say that it does not matter, and it is recursive, so how deep values may be
// nested has a limit.
#ifndef ILMGEN_TRACE_READER_H
#define ILMGEN_TRACE_READER_H

#include "ilmgen/error.h"
#include "ilmgen/input_file.h"
#include "ilmgen/model.h"

#include <cstdint>
#include <optional>

namespace ilm {

/// Takes the events of a trace in order.  May throw Error.
class EventSink {
public:
    virtual ~EventSink() = default;
    /// The event, and what it points to, is the reader's and changes after the call.
    virtual void event(const Event& event) = 0;
};

/// What stopped a reader before the end of the trace.
struct Damage {
    Error error;
    std::uint64_t lost_from; ///< byte offset of the first event that is not whole
    std::string file = {};   ///< of several files, the damaged one
};

/// Reads the whole trace into the sink.  If the trace or an event is bad, returns what is wrong;
/// the sink has then seen exactly the events before that.  Throws Error only if the source cannot
/// be read.
std::optional<Damage> read_trace(ByteSource& source, EventSink& sink);

} // namespace ilm

#endif
