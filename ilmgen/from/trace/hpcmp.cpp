// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/hpcmp.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/trace/parallel_reader.h"

#include <string>
#include <string_view>
#include <thread>

namespace ilm {

namespace {

/// A file smaller than this is read before a thread would have been of use.
constexpr std::uint64_t small = std::uint64_t{1} << 20; // bytes

/// Passes events on, and keeps which processes this one has begun: their traces are other files.
class Children : public EventSink {
public:
    explicit Children(EventSink& next) : next_(next) {}

    void event(const Event& event) override {
        const Event& told = facts_.read(event);
        if (const auto* const child = fact_in<ProcessBegins>(told);
            child != nullptr && count_++ == 0)
            first_ = "process " + std::to_string(child->pid);
        next_.event(told);
    }

    /// A sentence; empty: there are none.
    std::string sentence() const {
        if (count_ == 0)
            return {};
        return first_ +
               (count_ == 1 ? " has its trace"
                            : " and " + std::to_string(count_ - 1) + " others have their traces") +
               " elsewhere, if it was recorded: with %p in the name of --hpcmp-out-file it is, "
               "and ilmgen takes all traces of a run, or their folder";
    }

private:
    FactReader facts_;
    EventSink& next_;
    std::uint64_t count_ = 0;
    std::string first_;
};

class HpcmpReader : public LogReader {
public:
    HpcmpReader(LogSource& source, std::uint64_t threads) : source_(source), threads_(threads) {}

    std::optional<Damage> read(EventSink& sink) override {
        Children children(sink);
        std::optional<Damage> damage = threads() > 1
                                           ? read_trace_in_parallel(source_, children, &declared_)
                                           : read_trace(source_, children, &declared_);
        children_ = children.sentence();
        return damage;
    }

    std::uint64_t clock_of(ThreadId thid) const override { return declared_.clocks.clock_of(thid); }
    Origin origin() const override { return declared_.origin; }
    LogFigures figures() const override {
        LogFigures figures;
        if (!children_.empty())
            figures.missing.push_back(children_);
        return figures;
    }

private:
    std::uint64_t threads() const {
        if (threads_ > 0)
            return threads_;
        return source_.file().size().value_or(small) >= small ? std::thread::hardware_concurrency()
                                                              : 1;
    }

    LogSource& source_;
    std::uint64_t threads_;
    Declaration declared_;
    std::string children_; ///< after read(): a sentence about them
};

} // namespace

bool begins_hpcmp(std::string_view begin) {
    return begins_json_array(begin);
}

std::unique_ptr<LogReader> hpcmp_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<HpcmpReader>(only_file(sources, "a trace"), how.threads);
}

} // namespace ilm
