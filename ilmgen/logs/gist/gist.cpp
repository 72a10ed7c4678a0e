// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/readers.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/logs/entries/emitted_events.h"
#include "ilmgen/logs/entries/entry_events.h"
#include "ilmgen/logs/gist/settings.h"
#include "ilmgen/logs/mapping/mapped_entries.h"
#include "ilmgen/logs/text/rereadable.h"
#include "ilmgen/logs/text/text_scanner.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <unordered_set>

namespace ilm {

namespace {

constexpr std::size_t time_field = 2;
constexpr std::size_t first_counter = 3;

[[noreturn]] void fail(std::string_view record, const std::string& reason) {
    throw BrokenSource("the record " + quoted_word(record) + ' ' + reason);
}

class GistReader : public LogReader {
public:
    GistReader(LogSource& source, const Reading& how) : text_(source), how_(how) {}

    std::optional<Damage> read(EventSink& sink) override {
        read_settings();
        counters_.resize(settings_.counters.size());
        if (!settings_.own.empty())
            return read_emitted(sink);
        settings_.types.settle(how_.waiting.value_or(std::set<std::string>()));
        find_cost();
        fields_.counters = settings_.counters;
        events_.emplace(sink, settings_.types, StateRule::adjacent, fields_);
        if (!how_.map.empty())
            read_map();
        TextScanner lines(text_.last());
        const std::optional<Damage> damage =
            read_events(*events_, lines, '\n', [&](std::string_view line) {
                for_records(
                    line, lines.byte(), again_,
                    [this](std::string_view text, std::uint64_t byte) { record(text, byte); });
            });
        if (damage || again_.begun())
            return damage;
        return Damage{Error({lines.byte(), 0, true}, "the log ends before its head does"),
                      lines.byte()};
    }

    std::uint64_t clock_of(ThreadId thid) const override {
        return events_ ? events_->process_of(thid) : clocks_.clock_of(thid);
    }

    Origin origin() const override {
        if (!settings_.own.empty()) {
            Origin origin = declared_origin(settings_.own);
            origin.format = "gist";
            return origin;
        }
        const double ticks = settings_.ticks_per_second;
        const char* const unit = ticks == 1e6 ? "us" : ticks == 1e9 ? "ns" : "ticks";
        return {"gist", how_.cost == "time" ? unit : how_.cost, ticks};
    }

    LogFigures figures() const override;

private:
    /// Errors are ignored here, because the log is read again and they are reported then.
    void read_settings() {
        TextScanner lines(text_.next());
        try {
            for (std::string_view line; lines.next('\n', line);) {
                if (settings_.among_records() && line.find('t') == std::string_view::npos)
                    continue; // hexadecimal records, no 'foot'
                std::string_view token;
                for (bool quotes = false; take_gist_token(line, token, quotes);)
                    settings_.take(token, quotes);
            }
        } catch (const BrokenSource&) {
        }
    }

    std::optional<Damage> read_emitted(EventSink& sink) {
        refuse_meaning(how_, "that ilmgen has written");
        TextScanner lines(text_.last());
        const auto take = [&](EmittedEvents& events, std::string_view line) {
            for_records(line, lines.byte(), again_,
                        [&](std::string_view record, std::uint64_t byte) {
                            const LogEntry entry = parse(record, byte);
                            count(entry);
                            events.gist(entry.type, entry.process, entry.time, counters_, byte);
                        });
        };
        return read_own_events(sink, clocks_, lines, '\n', take);
    }

    void read_map() {
        mapped_.emplace(how_.map,
                        MappedLog{settings_.types, fields_, *events_, last_object_, messages_});
        mapped_->bind(settings_.processes);
        if (!mapped_->looks_ahead())
            return;
        TextScanner lines(text_.next());
        GistSettings ahead;
        try {
            for (std::string_view line; lines.next('\n', line);)
                for_records(line, lines.byte(), ahead,
                            [this](std::string_view record, std::uint64_t byte) {
                                mapped_->look_ahead(parse(record, byte));
                            });
        } catch (const BrokenSource&) {
        }
        mapped_->end_of_look_ahead();
    }

    void find_cost() {
        if (how_.cost == "time")
            return;
        const auto& names = settings_.counters;
        const auto found = std::find(names.begin(), names.end(), how_.cost);
        if (found == names.end())
            throw Error("--cost: the log has no counter '" + how_.cost + "'");
        cost_ = static_cast<std::size_t>(found - names.begin());
    }

    /// Calls take(record, byte) on the records of a line.
    template <class Take>
    static void for_records(std::string_view line, std::uint64_t byte, GistSettings& settings,
                            Take take) {
        const char* const begin = line.data();
        std::string_view token;
        for (bool quotes = false; take_gist_token(line, token, quotes);)
            if (settings.take(token, quotes))
                take(token, byte + static_cast<std::uint64_t>(token.data() - begin));
    }

    void record(std::string_view record, std::uint64_t byte) {
        const LogEntry entry = parse(record, byte);
        if (width_ == 0)
            width_ = record.size();
        other_widths_ += record.size() != width_ ? 1 : 0;
        count(entry);
        events_->begin(entry);
        if (!mapped_ || !mapped_->apply(entry))
            events_->do_nothing();
    }

    /// Counts what the settings state as well: first and last time, and processes.
    void count(const LogEntry& entry) {
        first_ = std::min(first_, entry.time);
        last_ = std::max(last_, entry.time);
        processes_.insert(entry.process);
    }

    /// Puts the record's counters into counters_.
    LogEntry parse(std::string_view record, std::uint64_t byte) {
        const std::size_t wanted = first_counter + counters_.size();
        LogEntry entry;
        entry.byte = byte;
        std::size_t field = 0;
        for (std::string_view rest = record; field < wanted; ++field) {
            const std::size_t end = std::min(rest.find(':'), rest.size());
            if (!parse_field(rest.substr(0, end), field, entry))
                fail(record, "has a field " + std::to_string(field + 1) + " that is no " +
                                 (field < time_field ? "decimal" : "hexadecimal") +
                                 " integer in its range");
            if (end == rest.size()) {
                ++field;
                break;
            }
            rest.remove_prefix(end + 1);
        }
        const auto colons = std::count(record.begin(), record.end(), ':');
        if (field != wanted || std::cmp_not_equal(colons + 1, wanted))
            fail(record, "has " + std::to_string(colons + 1) + " fields, not " +
                             std::to_string(wanted) + " as there are counters");
        entry.counters = counters_;
        entry.cost = cost_ ? counters_[*cost_] : entry.time;
        return entry;
    }

    bool parse_field(std::string_view text, std::size_t field, LogEntry& entry) {
        if (field == 0)
            return is_number(text, entry.process) && entry.process <= last_process;
        if (field == 1)
            return is_number(text, entry.type);
        std::uint64_t& number = field == time_field ? entry.time : counters_[field - first_counter];
        return is_number(text, number, 16);
    }

    Rereadable text_;
    const Reading& how_;
    GistSettings settings_;
    GistSettings again_; ///< as far as they have been read again
    LogFields fields_;
    std::optional<std::size_t> cost_;     ///< the counter; none: the time
    std::vector<std::uint64_t> counters_; ///< of a record
    Address last_object_ = 0;
    CompletedMessages messages_{last_object_};
    std::optional<EntryEvents> events_;
    std::optional<MappedEntries> mapped_; ///< none: no map
    std::size_t width_ = 0;               ///< of the first record
    std::uint64_t other_widths_ = 0;
    std::uint64_t first_ = ~std::uint64_t{0};
    std::uint64_t last_ = 0;
    std::unordered_set<std::uint64_t> processes_;
    Clocks clocks_; ///< of threads, in a file that ilmgen wrote
};

LogFigures GistReader::figures() const {
    LogFigures figures;
    if (events_) {
        MessageFigures messages = messages_.figures();
        if (mapped_)
            mapped_->add_to(figures, messages);
        events_->add_to(figures, messages.receives_left);
        if (mapped_)
            messages.add_to(figures);
    }
    const auto remark = [&figures](const std::string& sentence) {
        figures.remarks.push_back(sentence);
    };
    if (other_widths_ > 0)
        remark(std::to_string(other_widths_) + " records have another width than the first");
    if (settings_.processes && *settings_.processes != processes_.size())
        figures.missing.push_back("nproc is " + std::to_string(*settings_.processes) +
                                  ", but there are " + std::to_string(processes_.size()) +
                                  " processes");
    if (!processes_.empty() && settings_.start && first_ < *settings_.start)
        remark("there are records before the start time");
    if (!processes_.empty() && settings_.stop && last_ > *settings_.stop)
        remark("there are records after the stop time");
    if (settings_.ticks_per_second == 0)
        remark("timeunitspersec is missing, so the unit of time is not known");
    for (const std::string& name : settings_.unknown)
        remark("the setting " + quoted_word(name) + " is not known");
    if (!again_.complete())
        figures.missing.emplace_back("there is no foot, or only part of it; the log may be cut");
    return figures;
}

} // namespace

bool begins_gist(std::string_view begin) {
    return begin.starts_with("GISTLOG-");
}

std::unique_ptr<LogReader> gist_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<GistReader>(only_file(sources, "a Gist log"), how);
}

} // namespace ilm
