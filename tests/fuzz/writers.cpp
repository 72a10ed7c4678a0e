// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: the events of any trace, written in each format of events, are
// read back as the same events; with clocks aligned, as the same but for times.
#include "ilmgen/command/outputs.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "ilmgen/model/error.h"
#include "tests/fuzz/bytes.h"

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace ilm;
using fuzz::require;

/// Leaves out what logs do not keep, `own`, `lib` and `slept` (docs/own-logs.md), and perhaps the
/// times.
class Kept : public EventSink {
public:
    Kept(EventSink& next, bool timeless) : next_(next), timeless_(timeless) {}
    void event(const Event& event) override {
        Event changed = event;
        changed.own = changed.library = changed.slept = 0;
        if (timeless_)
            changed.time = no_time;
        next_.event(changed);
    }

private:
    EventSink& next_;
    bool timeless_;
};

/// The file that --emit=FORMAT writes of the reader's events.  Empty if the input is damaged, or if
/// a trace has no id left for a declaration.
std::optional<std::string> written(const std::string& format, bool timeless, LogReader& reader) {
    OutputFile out("-");
    const std::unique_ptr<EventWriter> writer =
        std::get<EventWriterMaker>(output_named(format).writer)(out);
    Kept kept(*writer, timeless);
    bool whole = !reader.read(kept);
    try {
        if (whole)
            writer->finish(reader.origin(),
                           [&reader](ThreadId thid) { return reader.clock_of(thid); });
    } catch (const Error&) {
        whole = false;
    }
    out.commit();
    std::string text = fuzz::captured_output();
    if (!whole)
        return std::nullopt;
    return text;
}

/// Reads a trace from memory, without a look at what else it might be.
class TraceReader : public LogReader {
public:
    explicit TraceReader(std::string_view text) : input_(text, SIZE_MAX) {}
    std::optional<Damage> read(EventSink& sink) override {
        return read_trace(input_, sink, &declared_);
    }
    std::uint64_t clock_of(ThreadId thid) const override { return declared_.clocks.clock_of(thid); }
    Origin origin() const override { return declared_.origin; }

private:
    fuzz::Bytes input_;
    Declaration declared_;
};

std::optional<std::string> written(const std::string& format, bool timeless,
                                   std::string_view text) {
    TraceReader reader(text);
    return written(format, timeless, reader);
}

std::optional<std::string> trace_of(const std::string& log, bool align) {
    const int fd = ::memfd_create("log", MFD_CLOEXEC);
    require(fd >= 0 && ::write(fd, log.data(), log.size()) == static_cast<ssize_t>(log.size()),
            "a file can be written");
    Reading how;
    how.threads = 1;
    how.align = align;
    LogSources sources({"/proc/self/fd/" + std::to_string(fd)});
    const std::unique_ptr<LogReader> reader = open_log(sources, how);
    std::optional<std::string> trace = written("trace", align, *reader);
    const LogFigures figures = reader->figures();
    for (const auto* const sentences : {&figures.missing, &figures.remarks})
        if (!sentences->empty() && !align)
            fuzz::fail("there is nothing to remark on: " + sentences->front());
    ::close(fd);
    return trace;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    fuzz::capture_output();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::optional<std::string> trace = written("trace", false, text);
    if (!trace)
        return 0;
    for (const char* const format : {"trace", "alog", "gist"})
        require(trace_of(*written(format, false, text), false) == trace, format);
    require(trace_of(*trace, true) == written("trace", true, text), "only times are aligned");
    written("arrows", false, text);
    written("text", false, text);
    return 0;
}
