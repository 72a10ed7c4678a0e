// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/lpel/log.h"

#include "ilmgen/from/bytes/text_fields.h"

#include <algorithm>

namespace ilm::lpel {

namespace {

constexpr std::string_view version_begin = "Log format version ";
constexpr std::uint64_t ns_per_second = 1'000'000'000;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Goes through a piece from left to right.
class Cursor {
public:
    explicit Cursor(std::string_view piece) : piece_(piece), rest_(piece) {}

    [[noreturn]] void fail(const std::string& reason) const {
        throw BadEntry(piece_.size() - rest_.size(), reason);
    }

    bool at_end() const { return rest_.empty(); }
    char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool at_digit() const { return is_digit(peek()); }
    std::string_view rest() const { return rest_; }

    char take() {
        const char taken = peek();
        if (!rest_.empty())
            rest_.remove_prefix(1);
        return taken;
    }
    void expect(char wanted, const char* what) {
        if (peek() != wanted)
            fail(what);
        take();
    }
    bool skip_spaces() {
        const std::size_t spaces = std::min(rest_.find_first_not_of(' '), rest_.size());
        rest_.remove_prefix(spaces);
        return spaces > 0;
    }
    std::uint64_t number(const char* what, std::uint64_t most = UINT64_MAX) {
        if (!at_digit())
            fail(std::string("a number is missing: ") + what);
        std::string_view after = rest_;
        const std::optional<std::uint64_t> number = take_number(after);
        if (!number || *number > most)
            fail(std::string("a number is out of range: ") + what);
        rest_ = after;
        return *number;
    }
    void expect_end() const {
        if (!at_end())
            fail("there is more than belongs to the entry");
    }

private:
    std::string_view piece_;
    std::string_view rest_;
};

/// Reads the rest of a time after its seconds.  LPEL's own monitoring writes a time as
/// `sec.nnnnnnnnn `.
std::uint64_t with_fraction(Cursor& cursor, std::uint64_t seconds) {
    constexpr std::size_t digits = 9;
    cursor.take();
    if (std::min(cursor.rest().find_first_not_of("0123456789"), cursor.rest().size()) != digits)
        cursor.fail("a time has not nine digits behind its dot");
    std::uint64_t time = 0;
    if (__builtin_mul_overflow(seconds, ns_per_second, &time) ||
        __builtin_add_overflow(time, cursor.number("a time"), &time))
        cursor.fail("a number is out of range: a time");
    if (!cursor.skip_spaces())
        cursor.fail("no space follows a time");
    return time;
}

std::uint64_t begin_time(Cursor& cursor) {
    if (!cursor.at_digit())
        return no_time;
    const std::uint64_t time = cursor.number("a time", no_time - 1);
    return cursor.peek() == '.' ? with_fraction(cursor, time) : time;
}

EntryKind entry_kind(Cursor& cursor) {
    constexpr std::string_view kinds = "SWEIOARZ";
    if (cursor.at_end() || kinds.find(cursor.peek()) == std::string_view::npos)
        cursor.fail("no entry begins so");
    return static_cast<EntryKind>(cursor.take());
}

bool is_flag(char set, char c) {
    return c == set || c == '-';
}

/// Reads the rest of a use of a stream, after the stream's number.
StreamUse stream_use(Cursor& cursor, std::uint64_t stream) {
    constexpr std::string_view states = "OICR";
    StreamUse use;
    use.stream = stream;
    use.reads = cursor.take() == 'r';
    if (cursor.at_end() || states.find(cursor.peek()) == std::string_view::npos)
        cursor.fail("a stream has no state");
    cursor.take();
    use.items = cursor.number("items of a stream");
    const std::string_view flags = cursor.rest().substr(0, 3);
    if (flags.size() < 3 || !is_flag('?', flags[0]) || !is_flag('!', flags[1]) ||
        !is_flag('*', flags[2]))
        cursor.fail("the three flags of a stream are missing");
    use.blocked = flags[0] == '?';
    use.unblocked = flags[1] == '!';
    for (int flag = 0; flag < 3; ++flag)
        cursor.take();
    return use;
}

/// Reads the rest of a message, after its time.
Message message(Cursor& cursor, std::uint64_t time) {
    Message message;
    message.time = time;
    message.out = cursor.take() == 'O';
    message.node = cursor.number("the node of a message", most_node);
    cursor.expect('.', "a message has no number");
    message.local = cursor.number("the number of a message", UINT64_MAX - 1);
    cursor.expect('S', "a message has no size");
    message.size = cursor.number("the size of a message");
    cursor.expect(';', "no ; ends a message");
    return message;
}

/// The streams and messages of an entry, from where its times end.
class Traces {
public:
    Traces(Cursor& cursor, LogEntry& entry) : cursor_(cursor), entry_(entry) {}

    void parse() {
        std::size_t times = 0;
        while (!cursor_.at_end()) {
            const bool numbered = cursor_.at_digit();
            const std::uint64_t number =
                numbered ? cursor_.number("a time or stream", no_time - 1) : no_time;
            const char next = cursor_.peek();
            if (numbered && next == ' ')
                duration(number, times++);
            else if (numbered && (next == 'r' || next == 'w'))
                stream(number);
            else if (next == 'I' || next == 'O')
                message_at(number);
            else
                cursor_.fail("neither a stream nor a message");
        }
        check(times);
    }

private:
    void duration(std::uint64_t ns, std::size_t before) {
        if (before > 1 || !entry_.streams.empty() || !entry_.messages.empty())
            cursor_.fail("a time does not belong here");
        (before == 0 ? entry_.executed : entry_.created) = ns;
        cursor_.skip_spaces();
    }

    void stream(std::uint64_t number) {
        if (number > most_number)
            cursor_.fail("a number is out of range: a stream");
        if (!entry_.messages.empty())
            cursor_.fail("a stream after a message");
        entry_.streams.push_back(stream_use(cursor_, number));
    }

    void message_at(std::uint64_t time) {
        if ((time == no_time) != (entry_.time == no_time))
            cursor_.fail("either the entry or its message has no time");
        entry_.messages.push_back(message(cursor_, time));
    }

    void check(std::size_t times) const {
        const std::size_t created = entry_.kind == EntryKind::ended ? 1 : 0;
        const std::size_t wanted = entry_.time == no_time ? 0 : 1 + created;
        if (times != wanted)
            cursor_.fail("the entry has " + std::to_string(times) + " durations, not " +
                         std::to_string(wanted));
    }

    Cursor& cursor_;
    LogEntry& entry_;
};

void parse_dispatch(Cursor& cursor, LogEntry& entry) {
    entry.task = cursor.number("a task", most_number);
    if (!cursor.skip_spaces())
        cursor.fail("no space follows the task");
    Traces(cursor, entry).parse();
}

/// `{ ":" [SPRI] [num] }`
void skip_path(Cursor& cursor) {
    constexpr std::string_view steps = "SPRI";
    while (cursor.peek() == ':') {
        cursor.take();
        if (cursor.at_end() || steps.find(cursor.peek()) == std::string_view::npos)
            cursor.fail("a step of a task's path is none of S, P, R, I");
        cursor.take();
        if (cursor.at_digit())
            cursor.number("a step of a task's path");
    }
}

/// The name without the worker's number that may follow it.
std::string_view without_worker(std::string_view name) {
    while (!name.empty() && name.back() == ' ')
        name.remove_suffix(1);
    const std::size_t space = name.rfind(' ');
    if (space == std::string_view::npos)
        return name;
    std::string_view worker = name.substr(space + 1);
    if (!worker.empty() && worker.front() == '-')
        worker.remove_prefix(1);
    const bool is_number = !worker.empty() && std::all_of(worker.begin(), worker.end(), is_digit);
    return is_number ? name.substr(0, space) : name;
}

/// Whether it begins as a task's or worker's entry does.
bool begins_entry(std::string_view begin) {
    Cursor cursor(begin);
    try {
        begin_time(cursor);
        const EntryKind kind = entry_kind(cursor);
        if (kind == EntryKind::started || kind == EntryKind::stopped)
            return cursor.peek() == entry_end;
        if (kind == EntryKind::waited && cursor.peek() == 'C')
            return cursor.take() == 'C' && cursor.at_digit();
        cursor.number("");
        if (is_dispatch(kind))
            return cursor.peek() == ' ';
        cursor.skip_spaces();
        return cursor.peek() == entry_end;
    } catch (const BadEntry&) {
        return false;
    }
}

/// Tells a map from a log by the text that follows the version: an entry of a map is a number, then
/// a path or name.
bool begins_map(std::string_view begin) {
    constexpr std::string_view kinds = "SWEIOARZ";
    const std::size_t digits = begin.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || digits + 1 >= begin.size())
        return false;
    const char next = begin[digits];
    const char after = begin[digits + 1];
    const bool kind = kinds.find(next) != std::string_view::npos;
    return next != '.' && !(kind && (is_digit(after) || after == ' ' || after == entry_end));
}

bool begins_communication(std::string_view begin) {
    try {
        parse_sent(begin.substr(0, begin.find(sent_message_end)));
        return begin.find(sent_message_end) != std::string_view::npos;
    } catch (const BadEntry&) {
        return false;
    }
}

} // namespace

void parse(std::string_view piece, LogEntry& entry) {
    Cursor cursor(piece);
    entry.streams.clear();
    entry.messages.clear();
    entry.executed = entry.created = entry.waited = 0;
    entry.time = no_time;
    entry.kind = EntryKind::version;
    if (is_version(piece))
        return;
    entry.time = begin_time(cursor);
    entry.kind = entry_kind(cursor);
    if (is_dispatch(entry.kind)) {
        parse_dispatch(cursor, entry);
    } else if (entry.kind == EntryKind::waited) {
        entry.waited = cursor.number("the time that a worker waited");
        cursor.skip_spaces();
    }
    cursor.expect_end();
}

MapEntry parse_map(std::string_view piece) {
    Cursor cursor(piece);
    MapEntry entry;
    entry.task = cursor.number("a task", most_number);
    const std::string_view path = cursor.rest();
    skip_path(cursor);
    const std::size_t length = path.size() - cursor.rest().size();
    cursor.skip_spaces();
    const std::string_view name = without_worker(cursor.rest());
    if (name.empty())
        cursor.fail("a task has no name");
    entry.name = name;
    if (length > 0)
        entry.name += " " + std::string(path.substr(0, length));
    return entry;
}

Load parse_load(std::string_view piece) {
    Cursor cursor(piece);
    Load load;
    cursor.expect('W', "an entry has no end");
    cursor.expect('C', "an entry has no end");
    load.waits = cursor.number("how often a worker waited");
    cursor.skip_spaces();
    cursor.expect('W', "the time that a worker waited is missing");
    cursor.expect('T', "the time that a worker waited is missing");
    load.waited = cursor.number("the time that a worker waited");
    while (cursor.peek() == ' ' || cursor.peek() == '\n')
        cursor.take();
    cursor.expect_end();
    return load;
}

SentMessage parse_sent(std::string_view piece) {
    Cursor cursor(piece);
    SentMessage sent;
    sent.to = cursor.number("a node", most_node);
    cursor.expect(' ', "no space follows the node");
    sent.size = cursor.number("the size of a message");
    cursor.skip_spaces();
    cursor.expect_end();
    return sent;
}

bool is_version(std::string_view piece) {
    return piece.starts_with(version_begin);
}

FileKind kind_of(std::string_view begin) {
    if (begin.empty())
        return FileKind::empty;
    if (is_version(begin)) {
        const std::size_t end = begin.find(entry_end);
        if (end == std::string_view::npos || end + 1 == begin.size())
            return FileKind::log;
        return begins_map(begin.substr(end + 1)) ? FileKind::map : FileKind::log;
    }
    if (begins_entry(begin))
        return FileKind::log;
    return begins_communication(begin) ? FileKind::communication : FileKind::other;
}

} // namespace ilm::lpel
