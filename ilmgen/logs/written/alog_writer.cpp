// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as an Alog, for its viewers and for ilmgen itself (docs/own-logs.md).
#include "ilmgen/logs/written/log_writers.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/emitted/escaped.h"
#include "ilmgen/logs/alog/line_types.h"
#include "ilmgen/logs/written/record_spool.h"
#include "ilmgen/resolve/arrows.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace ilm {

namespace {

/// Times are below it, so that they fit into 32 bits with a sign.
constexpr std::uint64_t rollover = 1'000'000'000;
constexpr std::uint64_t largest_int = 0x7fffffff;

/// An arrow for viewers: the newest release that an acquire takes, or a fork, or an exit.
struct ViewedArrow {
    std::uint64_t number; ///< in the order of their ends
    EventId start;
    EventId end;
    ThreadId from;
    ThreadId to;
    std::uint64_t bytes;
};
struct EarlierStart {
    bool operator()(const ViewedArrow& a, const ViewedArrow& b) const {
        return std::pair(a.start, a.number) < std::pair(b.start, b.number);
    }
};
struct EarlierEnd {
    bool operator()(const ViewedArrow& a, const ViewedArrow& b) const {
        return a.number < b.number;
    }
};

/// Arrows in one order. The next arrow can be looked at without taking it.
template <class Before>
class SortedArrows {
public:
    void add(const ViewedArrow& arrow) { arrows_.add(arrow); }
    void begin() { next_ = arrows_.next(); }
    const std::optional<ViewedArrow>& next() const { return next_; }
    void drop() { next_ = arrows_.next(); }

private:
    SortedSpool<ViewedArrow, Before> arrows_;
    std::optional<ViewedArrow> next_;
};

class AlogWriter : public EventWriter {
public:
    explicit AlogWriter(OutputFile& out) : out_(out) {}

    void event(const Event& event) override {
        events_.event(event);
        const std::vector<Arrow>& arrows = all_arrows_.arrows_to(event, 0);
        if (arrows.empty())
            return;
        const Arrow& newest = arrows.back();
        const ViewedArrow arrow{arrows_++,         newest.start.id, event.id,
                                newest.start.thid, event.thid,      newest.bytes};
        sent_.add(arrow);
        received_.add(arrow);
    }

    void finish(const Origin& origin, const ClockOf& clock_of) override {
        ticks_per_second_ = origin.ticks_per_second;
        count(origin, clock_of);
        write_head(origin);
        sent_.begin();
        received_.begin();
        events_.each(origin, clock_of, [&](const Event& event, const auto& records) {
            for (const EmittedRecord& record : records) {
                if (&record == &records.back())
                    write_ends(event, record);
                write(record, event.id);
            }
            write_starts(event, records.back());
        });
    }

private:
    /// Counts lines, processes, types and times, because the file's head contains these figures.
    void count(const Origin& origin, const ClockOf& clock_of) {
        std::uint64_t first = UINT64_MAX;
        lines_ = 2 * arrows_;
        processes_ = events_.each(origin, clock_of, [&](const Event&, const auto& records) {
            lines_ += records.size();
            for (const EmittedRecord& record : records) {
                types_ |= 1U << static_cast<unsigned>(record.type);
                first = std::min(first, microseconds(record.clock));
                last_ = std::max(last_, microseconds(record.clock));
            }
        });
        first_ = std::min(first, last_);
    }

    /// The time in microseconds, or in ticks if the clock's speed is unknown. Times that are too
    /// late for readers become the latest time that readers can take.
    std::uint64_t microseconds(std::uint64_t clock) const {
        constexpr std::uint64_t latest = INT64_MAX;
        if (ticks_per_second_ <= 0 || ticks_per_second_ == 1e6)
            return std::min(clock, latest);
        const long double time = static_cast<long double>(clock) * 1e6L / ticks_per_second_;
        return time < 9e18L ? static_cast<std::uint64_t>(time) : latest;
    }

    void write_line(std::int64_t type, std::uint64_t process, std::uint64_t task,
                    std::uint64_t data, std::uint64_t time, const std::string& string = {}) {
        std::string line = std::to_string(type);
        for (const std::uint64_t number : {process, task, data, time / rollover, time % rollover})
            line += ' ' + std::to_string(number);
        if (!string.empty())
            line += ' ' + string;
        out_.write(line + '\n');
    }

    void write_uncycled(std::int64_t type, std::uint64_t time) {
        out_.write(std::to_string(type) + " 0 0 0 0 " + std::to_string(time) + '\n');
    }

    void write_head(const Origin& origin) {
        write_line(alog_creator, 0, 0, 0, 0, declaration(origin));
        write_line(alog_events, 0, 0, lines_, 0);
        write_line(alog_processes, 0, 0, processes_->processes(), 0);
        write_line(alog_tasks, 0, 0, processes_->processes() > 0 ? 1 : 0, 0);
        write_line(alog_types, 0, 0,
                   static_cast<unsigned>(std::popcount(types_)) + (arrows_ > 0 ? 2U : 0U), 0);
        write_uncycled(alog_first, first_);
        write_uncycled(alog_last, last_);
        write_line(alog_cycles, 0, 0, last_ / rollover + 1, 0);
        write_uncycled(alog_rollover, rollover);
        for (unsigned type = 1; type <= static_cast<unsigned>(last_own_type); ++type) {
            if ((types_ >> type & 1U) == 0)
                continue;
            const EmittedTypeName& name = emitted_type_name(static_cast<EmittedType>(type));
            write_line(alog_description, 0, 0, type, 0,
                       std::string(name.name) + ": " + name.meaning);
            write_line(alog_printf, 0, 0, type, 0, "event %d");
        }
        write_state(EmittedType::runs, "green:light_gray works");
        write_state(EmittedType::waits, "red:gray3 waits");
    }

    void write_state(EmittedType begin, const char* string) {
        write_line(alog_state, 0, static_cast<std::uint64_t>(begin),
                   static_cast<std::uint64_t>(EmittedType::rests), 0, string);
    }

    void write(const EmittedRecord& record, EventId id) {
        write_line(static_cast<std::int64_t>(record.type), record.process, 0, id & largest_int,
                   microseconds(record.clock), string_of(record));
    }

    /// A record's text if its type has one; else its values that are not 0, as NAME=VALUE.
    static std::string string_of(const EmittedRecord& record) {
        if (record.type == EmittedType::text || record.type == EmittedType::prim)
            return escaped(record.text, false);
        std::string string;
        const auto add = [&string](const std::string& word) {
            string += (string.empty() ? "" : " ") + word;
        };
        if ((record.flags & emitted_has_time) != 0)
            add(TRACE_TIME "=" + std::to_string(record.clock));
        for (std::size_t i = 0; i < emitted_values; ++i)
            if (record.values[i] != 0 || (i == static_cast<std::size_t>(EmittedValue::seq) &&
                                          (record.flags & emitted_has_seq) != 0))
                add(std::string(emitted_value_names[i]) + "=" + std::to_string(record.values[i]));
        if ((record.flags & (emitted_mode_rd | emitted_mode_wr)) != 0)
            add((record.flags & emitted_mode_rd) != 0 ? TRACE_MODE_RD : TRACE_MODE_WR);
        if (!record.text.empty())
            add(TRACE_PRIM "=" + escaped(record.text, true));
        return string;
    }

    /// Each arrow has its own number as a tag, so that a viewer can pair its ends in one way only.
    void write_arrow(std::int64_t type, const ViewedArrow& arrow, const EmittedRecord& at) {
        const ThreadId partner = type == alog_sent ? arrow.to : arrow.from;
        write_line(type, at.process, 0, processes_->process_of(partner), microseconds(at.clock),
                   std::to_string(arrow.number & largest_int) + " " + std::to_string(arrow.bytes));
    }

    void write_starts(const Event& event, const EmittedRecord& at) {
        for (; sent_.next() && sent_.next()->start == event.id; sent_.drop())
            write_arrow(alog_sent, *sent_.next(), at);
    }

    void write_ends(const Event& event, const EmittedRecord& at) {
        for (; received_.next() && received_.next()->end == event.id; received_.drop())
            write_arrow(alog_received, *received_.next(), at);
    }

    OutputFile& out_;
    RecordSpool events_;
    Arrows all_arrows_;
    SortedArrows<EarlierStart> sent_;
    SortedArrows<EarlierEnd> received_;
    double ticks_per_second_ = 0;
    std::uint64_t arrows_ = 0;
    std::uint64_t lines_ = 0; ///< without the header
    std::uint64_t first_ = 0; ///< microseconds
    std::uint64_t last_ = 0;
    std::uint32_t types_ = 0; ///< a bit each
    std::optional<EmittedRecords> processes_;
};

} // namespace

std::unique_ptr<EventWriter> alog_writer(OutputFile& out) {
    return std::make_unique<AlogWriter>(out);
}

bool begins_emitted_alog(std::string_view begin) {
    return is_declaration_behind("-1 0 0 0 0 0 ", begin);
}

} // namespace ilm
