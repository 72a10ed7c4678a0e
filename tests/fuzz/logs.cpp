// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: logs of other systems, from bytes to the ILM.  Any bytes give
// events that the rest of ilmgen and a raw trace can take, or a sentence.  A NUL
// byte begins the next file of a run; how many bytes follow the last one says
// how the files are read.  If the first begins with "#map", it is the map.
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/emit/events/event_writers.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "ilmgen/model/error.h"
#include "ilmgen/resolve/resolver.h"
#include "tests/fuzz/bytes.h"

#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace ilm;
using fuzz::require;

/// A file in memory.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view text) : fd_(::memfd_create("log", MFD_CLOEXEC)) {
        require(fd_ >= 0, "a file can be made");
        require(::write(fd_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
                "a file can be written");
    }
    MemoryFile(MemoryFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    MemoryFile& operator=(MemoryFile&&) = delete;
    ~MemoryFile() {
        if (fd_ >= 0)
            ::close(fd_);
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

private:
    int fd_;
};

/// Not more than any sensible run of this length has.
constexpr std::size_t most_files = 16;

struct Input {
    std::vector<MemoryFile> files;
    std::optional<MemoryFile> map;
    Reading how;
};

Reading how(std::size_t number) {
    const std::vector<std::string> formats = log_formats();
    const std::size_t format = number / 2 % (formats.size() + 1);
    Reading how;
    how.threads = 1;
    how.workers = number % 2 != 0;
    if (format > 0)
        how.from = formats[format - 1];
    return how;
}

Input input_of(std::string_view text) {
    Input input;
    std::size_t end = text.find('\0');
    if (end != std::string_view::npos && text.starts_with("#map")) {
        input.map.emplace(text.substr(0, end));
        text.remove_prefix(end + 1);
        end = text.find('\0');
    }
    for (; end != std::string_view::npos && input.files.size() < most_files;
         end = text.find('\0')) {
        input.files.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    if (input.files.empty())
        input.files.emplace_back(text);
    else
        input.how = how(text.size());
    if (input.map)
        input.how.map = input.map->path();
    return input;
}

/// Checks what every reader promises.
class Listener : public EventSink {
public:
    explicit Listener(EventSink& next) : next_(next) {}
    void event(const Event& event) override {
        require(event.id > last_, "ids increase");
        require(event.thid != 0, "there is no thread 0");
        last_ = event.id;
        work_ += event.icnt;
        ++events_;
        next_.event(event);
    }
    std::uint64_t events() const { return events_; }
    unsigned __int128 work() const { return work_; }

private:
    EventSink& next_;
    EventId last_ = 0;
    std::uint64_t events_ = 0;
    unsigned __int128 work_ = 0;
};

class Nothing : public EventSink {
    void event(const Event&) override {}
};

/// The trace that the events are written as must be read as the same events.
void check_trace(const std::string& trace, const Listener& listener) {
    fuzz::Bytes bytes(trace, SIZE_MAX);
    Nothing nothing;
    Listener again(nothing);
    Declaration declared;
    const std::optional<Damage> damage = read_trace(bytes, again, &declared);
    if (damage)
        fuzz::fail("a trace of it is one: " + damage->error.sentence());
    require(again.events() == listener.events() && again.work() == listener.work(),
            "the trace has the same events");
}

void check(const Input& input) {
    std::vector<std::string> paths;
    for (const MemoryFile& file : input.files)
        paths.push_back(file.path());
    LogSources sources(paths);
    const std::unique_ptr<LogReader> log = open_log(sources, input.how);
    OutputFile output("-");
    const std::unique_ptr<EventWriter> writer = trace_writer(output);
    Stats stats({});
    IlmBuilder builder({}, nullptr, &stats);
    ResolvedEvents both{&builder, writer.get()};
    Listener listener(both);
    const std::optional<Damage> damage = log->read(listener);
    if (damage)
        require(!damage->error.sentence().empty(), "an error says something");
    else
        builder.finish();
    writer->finish(log->origin(), [&log](ThreadId thid) { return log->clock_of(thid); });
    output.commit();
    log->figures();
    const std::string trace = fuzz::captured_output();
    if (!damage || !damage->error.place()) // the event that stopped it may be half written
        check_trace(trace, listener);
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    fuzz::capture_output();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Input input = input_of({reinterpret_cast<const char*>(data), size});
    try {
        check(input);
    } catch (const Error& error) {
        require(error.what()[0] != '\0', "an error says something");
    }
    fuzz::captured_output();
    return 0;
}
