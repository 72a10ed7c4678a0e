// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as a Gist log, for its viewers and for ilmgen itself (docs/own-logs.md).
#include "ilmgen/logs/written/log_writers.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/logs/written/record_spool.h"

#include <cstdio>

namespace ilm {

namespace {

/// Viewers need a speed of the clock.  A clock that counts instructions has none, so we assume one.
constexpr double assumed_ticks_per_second = 1e6;
constexpr int widest_number = 16; ///< hexadecimal digits of 64 bits

class GistWriter : public EventWriter {
public:
    explicit GistWriter(OutputFile& out) : out_(out) {}

    void event(const Event& event) override { events_.event(event); }

    void finish(const Origin& origin, const ClockOf& clock_of) override {
        std::uint64_t first = UINT64_MAX;
        std::uint64_t last = 0;
        const EmittedRecords all =
            events_.each(origin, clock_of, [&](const Event&, const auto& records) {
                for (const EmittedRecord& record : records) {
                    first = std::min(first, record.clock);
                    last = std::max(last, record.clock);
                }
            });
        write_head(origin, all.processes(), std::min(first, last));
        width_ = std::max<std::size_t>(2, std::to_string(all.processes()).size());
        events_.each(origin, clock_of, [&](const Event&, const auto& records) {
            for (const EmittedRecord& record : records)
                write(record);
        });
        out_.write("foot {\n  stoptime ");
        hexadecimal(last);
        out_.write("\n}\n");
    }

private:
    void hexadecimal(std::uint64_t number) {
        char* const to = out_.room(widest_number);
        for (int i = widest_number; i-- > 0; number >>= 4)
            to[i] = "0123456789ABCDEF"[number & 15];
        out_.put_until(to + widest_number);
    }

    void decimal(std::uint64_t number, std::size_t width) {
        const std::string digits = std::to_string(number);
        for (std::size_t i = digits.size(); i < width; ++i)
            out_.Put('0');
        out_.write(digits);
    }

    void write_head(const Origin& origin, std::uint64_t processes, std::uint64_t first) {
        out_.write("GISTLOG-01\nhead {\n  events {\n    0 \"" + declaration(origin) + "\"\n");
        for (int type = 1; type <= static_cast<int>(last_own_type); ++type) {
            const EmittedTypeName& name = emitted_type_name(static_cast<EmittedType>(type));
            out_.write("    " + std::to_string(type) + " \"" + name.name + ":" + name.meaning +
                       "\"\n");
        }
        out_.write("  }\n  states {\n");
        write_state(EmittedType::runs, "works");
        write_state(EmittedType::waits, "waits");
        out_.write("  }\n  counters {\n    flags\n");
        for (const char* const name : emitted_value_names)
            out_.write("    " + std::string(name) + "\n");
        const double ticks =
            origin.ticks_per_second > 0 ? origin.ticks_per_second : assumed_ticks_per_second;
        char seconds[40];
        std::snprintf(seconds, sizeof seconds, "%.6e", ticks);
        out_.write("    prim\n  }\n  timeunitspersec " + std::string(seconds) + "\n  nproc " +
                   std::to_string(processes) + "\n  starttime ");
        hexadecimal(first);
        out_.write("\n}\n");
    }

    void write_state(EmittedType begin, const char* name) {
        out_.write("    " + std::to_string(static_cast<int>(begin)) + " " +
                   std::to_string(static_cast<int>(EmittedType::rests)) + " \"" + name + "\"\n");
    }

    void write(const EmittedRecord& record) {
        decimal(record.process, width_);
        out_.Put(':');
        decimal(static_cast<std::uint64_t>(record.type), 2);
        counter(record.clock);
        if (record.type == EmittedType::text || record.type == EmittedType::prim) {
            counter(record.text.size());
            for (std::size_t i = 0; i < emitted_values; ++i)
                counter(packed(record.text, i * sizeof(std::uint64_t)));
            counter(0);
        } else {
            counter(record.flags);
            for (const std::uint64_t value : record.values)
                counter(value);
            counter(packed(record.text, 0));
        }
        out_.Put('\n');
    }

    void counter(std::uint64_t value) {
        out_.Put(':');
        hexadecimal(value);
    }

    /// Eight bytes from there on, the first of them in the highest digits.
    static std::uint64_t packed(std::string_view text, std::size_t from) {
        std::uint64_t number = 0;
        for (std::size_t i = from; i < from + sizeof number; ++i)
            number = number << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
        return number;
    }

    OutputFile& out_;
    RecordSpool events_;
    std::size_t width_ = 2; ///< of a process
};

} // namespace

std::unique_ptr<EventWriter> gist_writer(OutputFile& out) {
    return std::make_unique<GistWriter>(out);
}

bool begins_emitted_gist(std::string_view begin) {
    return is_declaration_behind("GISTLOG-01\nhead {\n  events {\n    0 \"", begin);
}

} // namespace ilm
