// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/alog/header.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/bytes/text_fields.h"

#include <algorithm>

namespace ilm {

namespace {

/// "colour[:bitmap] name"
LogState state_of(const AlogLine& line) {
    std::string_view string = line.string;
    take_word(string);
    return {line.task, line.data, std::string(trimmed(string))};
}

void expect(const char* what, std::optional<std::int64_t> said, std::int64_t found,
            std::vector<std::string>& sentences) {
    if (said && *said != found)
        sentences.push_back("the header says " + std::to_string(*said) + ' ' + what + ' ' +
                            std::to_string(found));
}

/// The log lacks some if there are less than the header says.
void expect_count(const char* what, std::optional<std::int64_t> said, std::int64_t found,
                  LogFigures& figures) {
    expect(what, said, found, found < said.value_or(found) ? figures.missing : figures.remarks);
}

} // namespace

void AlogHeader::check(const AlogLine& line) {
    if (line.type == alog_rollover && line.timestamp < 0)
        throw BrokenSource("the clock's rollover point is negative");
}

void AlogHeader::add(const AlogLine& line) {
    check(line);
    switch (line.type) {
    case alog_creator: creator_ = line.string; break;
    case alog_events: events_ = line.data; break;
    case alog_processes: processes_ = line.data; break;
    case alog_tasks: tasks_ = line.data; break;
    case alog_types: event_types_ = line.data; break;
    case alog_first: first_ = line.timestamp; break;
    case alog_last: last_ = line.timestamp; break;
    case alog_description: types_.describe(line.data, line.string); break;
    case alog_state: types_.add_state(state_of(line)); break;
    case alog_rollover: rollover_ = line.timestamp; break;
    default: break; // how many cycles there are, is in the lines; how to print is no matter of ours
    }
}

std::optional<std::uint64_t> AlogHeader::processes() const {
    if (!processes_ || *processes_ < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(*processes_);
}

std::uint64_t AlogHeader::time(const AlogLine& line) const {
    std::int64_t time = 0;
    if (line.cycle != 0 && rollover_ == 0)
        throw BrokenSource("the timer has rolled over, but no line of type -11 says where");
    if (__builtin_mul_overflow(line.cycle, rollover_, &time) ||
        __builtin_add_overflow(time, line.timestamp, &time))
        throw BrokenSource("the time does not fit in 64 bits");
    if (time < 0)
        throw BrokenSource("the time is negative");
    return static_cast<std::uint64_t>(time);
}

void AlogCensus::count(const AlogLine& line, std::uint64_t time) {
    ++events_;
    first_ = std::min(first_, static_cast<std::int64_t>(time));
    last_ = std::max(last_, static_cast<std::int64_t>(time));
    processes_.add(line.process);
    tasks_.add(line.task);
    types_.add(line.type);
}

/// Lines about the clock have a timestamp that is none of their own.
void AlogCensus::count_header(const AlogLine& line) {
    if (line.type == alog_first || line.type == alog_last || line.type == alog_rollover)
        return;
    first_line_ = std::min(first_line_, line.timestamp);
    last_line_ = std::max(last_line_, line.timestamp);
}

void AlogCensus::compare(const AlogHeader& header, LogFigures& figures) const {
    expect_count("events, there are", header.events_, events_, figures);
    expect_count("processes, there are", header.processes_, processes_.count(), figures);
    expect_count("tasks, there are", header.tasks_, tasks_.count(), figures);
    expect_count("types of events, there are", header.event_types_, types_.count(), figures);
    if (events_ == 0)
        return;
    // Some writers take header lines for events here.
    if (header.first_ != std::min(first_, first_line_))
        expect("as the time of the first event, not", header.first_, first_, figures.remarks);
    if (header.last_ != std::max(last_, last_line_))
        expect("as the time of the last event, not", header.last_, last_, figures.remarks);
}

} // namespace ilm
