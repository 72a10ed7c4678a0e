// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/readers.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/logs/alog/header.h"
#include "ilmgen/logs/alog/mpi_calls.h"
#include "ilmgen/logs/entries/emitted_events.h"
#include "ilmgen/logs/entries/entry_events.h"
#include "ilmgen/logs/mapping/mapped_entries.h"
#include "ilmgen/logs/messages/completed.h"
#include "ilmgen/logs/text/rereadable.h"
#include "ilmgen/logs/text/text_scanner.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <set>

namespace ilm {

namespace {

constexpr double microseconds = 1e6; // a second

/// Parses the first line that is neither blank nor a comment.  Returns false if there is no such
/// line.
bool is_alog_text(std::string_view begin) {
    while (!begin.empty()) {
        const std::size_t end = begin.find('\n');
        const std::string_view line = begin.substr(0, end);
        if (!is_alog_blank(line)) {
            parse_alog_line(line);
            return true;
        }
        begin.remove_prefix(std::min(begin.size(), line.size() + 1));
    }
    return false;
}

class AlogReader : public LogReader {
public:
    AlogReader(LogSource& source, const Reading& how)
        : text_(source), how_(how), messages_(last_object_) {}

    std::optional<Damage> read(EventSink& sink) override {
        events_.emplace(sink, header_.types(), StateRule::nested, fields_);
        if (!how_.map.empty())
            mapped_.emplace(how_.map,
                            MappedLog{header_.types(), fields_, *events_, last_object_, messages_});
        const bool looked_ahead = read_header();
        if (is_declaration(header_.creator())) {
            mapped_.reset();
            events_.reset();
            return read_emitted(sink);
        }
        waiting_ = waiting();
        header_.types().settle(waiting_);
        if (how_.cost != "time")
            throw Error("--cost: an Alog log has no counters");
        if (mapped_ && !looked_ahead)
            look_ahead();
        TextScanner lines(text_.last());
        return read_events(*events_, lines, '\n',
                           [&](std::string_view text) { take(text, lines); });
    }

    std::uint64_t clock_of(ThreadId thid) const override {
        return events_ ? events_->process_of(thid) : clocks_.clock_of(thid);
    }

    Origin origin() const override {
        Origin origin = emitted_.value_or(Origin{"", "us", microseconds});
        origin.format = "alog";
        return origin;
    }

    LogFigures figures() const override {
        LogFigures figures;
        if (events_) {
            MessageFigures messages = messages_.figures();
            if (mapped_)
                mapped_->add_to(figures, messages);
            events_->add_to(figures, messages.receives_left);
            messages.add_to(figures);
            add_waiting_states(figures);
        }
        census_.compare(header_, figures);
        return figures;
    }

private:
    std::optional<Damage> read_emitted(EventSink& sink) {
        refuse_meaning(how_, "that ilmgen has written");
        emitted_ = declared_origin(header_.creator());
        TextScanner lines(text_.last());
        const auto take = [&](EmittedEvents& events, std::string_view text) {
            if (is_alog_blank(text))
                return;
            const AlogLine line = whole_line(text, lines);
            if (is_alog_header(line.type)) {
                census_.count_header(line);
                return;
            }
            census_.count(line, header_.time(line));
            events.alog(line.type, line.process, line.string, lines.byte());
        };
        return read_own_events(sink, clocks_, lines, '\n', take);
    }

    std::set<std::string> waiting() {
        return how_.waiting ? *how_.waiting : header_.types().states(is_waiting_mpi_call);
    }

    /// In most logs the whole header stands before the first entry.  Then the same pass looks ahead
    /// for the map, and this returns true.  Errors are ignored here, because the log is read again
    /// and they are reported then.
    bool read_header() {
        TextScanner lines(text_.next());
        enum { before_entries, among_entries, header_goes_on } where = before_entries;
        if (!mapped_ || !mapped_->looks_ahead())
            where = header_goes_on;
        try {
            for (std::string_view text; lines.next('\n', text);) {
                const bool is_header = read_header_line(text);
                if (is_header && where == among_entries)
                    where = header_goes_on;
                if (!is_header && where == before_entries && !is_alog_blank(text))
                    where = bind_map() ? among_entries : header_goes_on;
                if (where == among_entries)
                    look_ahead(text, lines);
            }
        } catch (const BrokenSource&) {
        }
        if (where == among_entries)
            mapped_->end_of_look_ahead();
        return where == among_entries;
    }

    /// False if it is another line.
    bool read_header_line(std::string_view text) {
        if (!begins_header(text))
            return false;
        const AlogLine line = parse_alog_line(text);
        if (is_alog_header(line.type))
            header_.add(line);
        return is_alog_header(line.type);
    }

    /// Whether what the header has said so far is enough for it.
    bool bind_map() {
        try {
            header_.types().settle(waiting());
            mapped_->bind(header_.processes());
            return true;
        } catch (const Error&) {
            return false;
        }
    }

    void look_ahead() {
        mapped_->bind(header_.processes());
        if (!mapped_->looks_ahead())
            return;
        TextScanner lines(text_.next());
        broken_ = false;
        try {
            for (std::string_view text; !broken_ && lines.next('\n', text);)
                look_ahead(text, lines);
        } catch (const BrokenSource&) {
        }
        mapped_->end_of_look_ahead();
    }

    /// Up to the first line that is none.
    void look_ahead(std::string_view text, const TextScanner& lines) {
        if (broken_ || is_alog_blank(text))
            return;
        try {
            if (const AlogLine line = whole_line(text, lines); !is_alog_header(line.type))
                mapped_->look_ahead(entry_of(line, lines.byte()));
        } catch (const BrokenSource&) {
            broken_ = true;
        }
    }

    /// A line without an end is refused. Every writer ends the last line, too, and a line that was
    /// cut off may look like a whole one.
    static AlogLine whole_line(std::string_view text, const TextScanner& lines) {
        const AlogLine line = parse_alog_line(text);
        if (!lines.ended())
            throw BrokenSource("the last line has no end: the log is cut");
        return line;
    }

    static bool begins_header(std::string_view line) {
        skip_white(line);
        return !line.empty() && line.front() == '-';
    }

    void take(std::string_view text, const TextScanner& lines) {
        if (is_alog_blank(text))
            return;
        const AlogLine line = whole_line(text, lines);
        if (is_alog_header(line.type)) {
            AlogHeader::check(line);
            census_.count_header(line);
            return;
        }
        const LogEntry entry = entry_of(line, lines.byte());
        census_.count(line, entry.time);
        events_->begin(entry);
        if (mapped_ && mapped_->apply(entry))
            return;
        if (const std::optional<AlogMessage> message = alog_message(line))
            pass(line, *message, entry);
        else
            events_->do_nothing();
    }

    LogEntry entry_of(const AlogLine& line, std::uint64_t byte) const {
        if (line.process < 0 || std::cmp_greater(line.process, last_process))
            throw BrokenSource("there can be no process " + std::to_string(line.process));
        LogEntry entry;
        entry.byte = byte;
        entry.type = line.type;
        entry.process = static_cast<std::uint64_t>(line.process);
        entry.task = line.task;
        entry.data = line.data;
        entry.time = entry.cost = header_.time(line);
        entry.string = line.string;
        return entry;
    }

    void add_waiting_states(LogFigures& figures) const {
        Table table{"waiting_states", {{"state"}}};
        for (const std::string& state : waiting_)
            table.rows.push_back({state});
        if (!table.rows.empty())
            figures.tables.push_back(std::move(table));
    }

    void pass(const AlogLine& line, const AlogMessage& message, const LogEntry& entry) {
        const bool sent = line.type == alog_sent;
        const std::int64_t source = sent ? line.process : line.data;
        const std::int64_t destination = sent ? line.data : line.process;
        const MessageKey key{0, source, destination, message.tag};
        const Handover handover = sent
                                      ? messages_.sent(key, message.size, entry.process, entry.time)
                                      : messages_.received(key, message.size, entry.time);
        events_->happens(message_event(sent ? Kind::rel : Kind::acq, handover, message.size));
    }

    Rereadable text_;
    const Reading& how_;
    LogFields fields_{true, {}};
    AlogHeader header_;
    AlogCensus census_;
    std::set<std::string> waiting_; ///< states whose duration is no work
    Address last_object_ = 0;
    CompletedMessages messages_;
    std::optional<EntryEvents> events_;   ///< none: ilmgen wrote the file
    std::optional<Origin> emitted_;       ///< of a file that ilmgen wrote
    Clocks clocks_;                       ///< of its threads
    std::optional<MappedEntries> mapped_; ///< none: no map
    bool broken_ = false;                 ///< what is looked ahead for, from some line on
};

} // namespace

bool begins_alog(std::string_view begin) {
    try {
        return is_alog_text(begin);
    } catch (const BrokenSource&) {
        return false;
    }
}

std::unique_ptr<LogReader> alog_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<AlogReader>(only_file(sources, "an Alog log"), how);
}

} // namespace ilm
