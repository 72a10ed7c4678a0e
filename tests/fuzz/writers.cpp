// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: the events of any trace, written in each format of events, are
// read back as the same events; with clocks aligned, as the same but for times.
#include "ilmgen/emit/event_writer.h"
#include "ilmgen/error.h"
#include "ilmgen/from/log_reader.h"
#include "ilmgen/from/trace_reader.h"
#include "tests/fuzz/bytes.h"

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace ilm;
using fuzz::require;

/// Leaves the time out.
class Timeless : public EventSink {
public:
    explicit Timeless(EventSink& next) : next_(next) {}
    void event(const Event& event) override {
        Event changed = event;
        changed.time = no_time;
        next_.event(changed);
    }

private:
    EventSink& next_;
};

/// What --emit=FORMAT writes of what `read` reads into a sink.  Empty if it is damaged.
template <class Read>
std::optional<std::string> written(const std::string& format, bool timeless, Read read) {
    OutputFile out("-");
    const std::unique_ptr<EventWriter> writer = event_writer(format, out);
    Timeless without(*writer);
    EventSink& sink = timeless ? static_cast<EventSink&>(without) : *writer;
    const std::optional<Damage> damage = read(sink);
    if (!damage)
        writer->finish({});
    out.commit();
    std::string text = fuzz::captured_output();
    if (damage)
        return std::nullopt;
    return text;
}

std::optional<std::string> trace_of(const std::string& log, bool align) {
    const int fd = ::memfd_create("log", MFD_CLOEXEC);
    require(fd >= 0 && ::write(fd, log.data(), log.size()) == static_cast<ssize_t>(log.size()),
            "a file can be written");
    Reading how;
    how.threads = 1;
    how.align = align;
    const auto read = [&](EventSink& sink) {
        LogSources sources({"/proc/self/fd/" + std::to_string(fd)});
        const std::unique_ptr<LogReader> reader = open_log(sources, how);
        std::optional<Damage> damage = reader->read(sink);
        if (const std::vector<std::string> remarks = reader->figures().remarks;
            !remarks.empty() && !align)
            fuzz::fail("there is nothing to remark on: " + remarks.front());
        return damage;
    };
    std::optional<std::string> trace = written("trace", align, read);
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
    const auto read = [text](EventSink& sink) {
        fuzz::Bytes input(text, SIZE_MAX);
        return read_trace(input, sink);
    };
    const std::optional<std::string> trace = written("trace", false, read);
    if (!trace)
        return 0;
    for (const char* const format : {"trace", "alog", "gist"})
        require(trace_of(*written(format, false, read), false) == trace, format);
    require(trace_of(*trace, true) == written("trace", true, read), "only times are aligned");
    written("arrows", false, read);
    return 0;
}
