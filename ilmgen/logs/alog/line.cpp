// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/alog/line.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/bytes/text_fields.h"

#include <array>
#include <string>

namespace ilm {

namespace {

struct NumberField {
    const char* name;
    std::int64_t AlogLine::*number;
};

constexpr std::array fields = {
    NumberField{"type", &AlogLine::type},   NumberField{"process", &AlogLine::process},
    NumberField{"task", &AlogLine::task},   NumberField{"data", &AlogLine::data},
    NumberField{"cycle", &AlogLine::cycle}, NumberField{"timestamp", &AlogLine::timestamp},
};

[[noreturn]] void fail(std::size_t field, std::string_view rest) {
    const std::string_view word = take_word(rest);
    const std::string which =
        "field " + std::to_string(field + 1) + " of the line, its " + fields[field].name + ", ";
    if (word.empty())
        throw BrokenSource(which + "is missing");
    throw BrokenSource(which + "is " + quoted_word(word) + ", not an integer of 64 bits");
}

} // namespace

bool is_alog_blank(std::string_view line) {
    skip_white(line);
    return line.empty() || line.front() == '#';
}

AlogLine parse_alog_line(std::string_view text) {
    AlogLine line;
    const char* const end = text.data() + text.size();
    const char* at = text.data();
    for (std::size_t field = 0; field < fields.size(); ++field) {
        at = skip_white(at, end);
        const char* const rest = read_integer(at, end, line.*fields[field].number);
        if (rest == nullptr)
            fail(field, {at, end});
        at = rest;
    }
    line.string = trimmed({at, end});
    return line;
}

std::optional<AlogMessage> alog_message(const AlogLine& line) {
    if (line.type != alog_sent && line.type != alog_received)
        return std::nullopt;
    AlogMessage message;
    std::int64_t size = 0;
    std::string_view string = line.string;
    if (line.data < 0 || !take_integer(string, message.tag) || !take_integer(string, size) ||
        size < 0 || !string.empty())
        return std::nullopt;
    message.size = static_cast<std::uint64_t>(size);
    return message;
}

} // namespace ilm
