// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/alog_line.h"

#include "ilmgen/from/input_file.h"
#include "ilmgen/from/text_fields.h"

#include <array>
#include <string>

namespace ilm {

namespace {

constexpr std::array names = {"type", "process", "task", "data", "cycle", "timestamp"};

[[noreturn]] void fail(std::size_t field, std::string_view word) {
    const std::string which =
        "field " + std::to_string(field + 1) + " of the line, its " + names[field] + ", ";
    if (word.empty())
        throw BrokenSource(which + "is missing");
    throw BrokenSource(which + "is " + quoted(word) + ", not an integer of 64 bits");
}

} // namespace

bool is_alog_blank(std::string_view line) {
    skip_white(line);
    return line.empty() || line.front() == '#';
}

AlogLine parse_alog_line(std::string_view line) {
    std::array<std::int64_t, names.size()> numbers;
    for (std::size_t field = 0; field < names.size(); ++field) {
        const std::string_view before = line;
        if (!take_integer(line, numbers[field])) {
            line = before;
            fail(field, take_word(line));
        }
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], trimmed(line)};
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
