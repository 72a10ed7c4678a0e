// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns bytes into events. This stage checks each event by itself, that ids increase, and that
// stacks are defined before they are used. Later stages make all other checks for which earlier
// events have to be remembered.
//
// Unknown keys are skipped, but not everything that may be their value: RapidJSON refuses a number
// that no double can hold (1e999) before the reader can skip it. RapidJSON is also recursive, so
// the depth of nested values has a limit.
#ifndef ILMGEN_FROM_TRACE_TRACE_READER_H
#define ILMGEN_FROM_TRACE_TRACE_READER_H

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ilm {

/// Reads the whole trace into the sink. If the trace or an event is bad, returns what is wrong; the
/// sink has then seen exactly the events before that. Throws Error only if the source cannot be
/// read. If `declared` is not null, it gets the units and clocks that the trace declares. Otherwise
/// these infos are events like others.
std::optional<Damage> read_trace(ByteSource& source, EventSink& sink,
                                 Declaration* declared = nullptr);

/// The same, an event at a time, for callers that read many traces side by side.  Infos about units
/// and clocks are events like others.
class TraceCursor {
public:
    /// `window`: bytes that are read at once; more than JsonStream::readable.
    TraceCursor(ByteSource& source, std::size_t window);
    ~TraceCursor();
    TraceCursor(const TraceCursor&) = delete;
    TraceCursor& operator=(const TraceCursor&) = delete;

    /// Valid until the next call; null behind the last event, or before what is wrong.
    const Event* next();
    const std::optional<Damage>& damage() const;

private:
    class Parser;
    std::unique_ptr<Parser> parser_;
};

} // namespace ilm

#endif
