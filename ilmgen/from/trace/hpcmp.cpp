// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/hpcmp.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/trace/parallel_reader.h"

#include <thread>

namespace ilm {

namespace {

/// A file smaller than this is read before a thread would have been of use.
constexpr std::uint64_t small = std::uint64_t{1} << 20; // bytes

class HpcmpReader : public LogReader {
public:
    HpcmpReader(LogSource& source, std::uint64_t threads) : source_(source), threads_(threads) {}

    std::optional<Damage> read(EventSink& sink) override {
        if (threads() > 1)
            return read_trace_in_parallel(source_, sink, &declared_);
        return read_trace(source_, sink, &declared_);
    }

    std::uint64_t clock_of(ThreadId thid) const override { return declared_.clocks.of(thid); }
    Origin origin() const override { return declared_.origin; }

private:
    std::uint64_t threads() const {
        if (threads_ > 0)
            return threads_;
        return source_.file().size().value_or(small) >= small ? std::thread::hardware_concurrency()
                                                              : 1;
    }

    LogSource& source_;
    std::uint64_t threads_;
    Declared declared_;
};

} // namespace

bool begins_hpcmp(std::string_view begin) {
    return begins_json_array(begin);
}

std::unique_ptr<LogReader> hpcmp_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<HpcmpReader>(only_file(sources, "a trace"), how.threads);
}

} // namespace ilm
