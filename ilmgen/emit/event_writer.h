// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writers of formats that hold events, not DAG blocks.
#ifndef ILMGEN_EMIT_EVENT_WRITER_H
#define ILMGEN_EMIT_EVENT_WRITER_H

#include "ilmgen/clocks.h"
#include "ilmgen/emit/output_file.h"
#include "ilmgen/event_sink.h"
#include "ilmgen/log_figures.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ilm {

class EventWriter : public EventSink {
public:
    /// After the last event.
    virtual void finish(const Origin& origin, const ClockOf& clock_of) = 0;

    /// As SyncObjects::lost(), after finish().
    virtual std::uint64_t lost() const { return 0; }
};

/// Null if there is no format of this name.
std::unique_ptr<EventWriter> event_writer(const std::string& format, OutputFile& out);

/// The names that event_writer() knows.
std::vector<std::string> event_formats();

/// Hands every event on to two.
class BothSinks : public EventSink {
public:
    BothSinks(EventSink& first, EventSink& second) : first_(first), second_(second) {}
    void event(const Event& event) override {
        first_.event(event);
        second_.event(event);
    }

private:
    EventSink& first_;
    EventSink& second_;
};

} // namespace ilm

#endif
