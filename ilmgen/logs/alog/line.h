// SPDX-License-Identifier: GPL-2.0-or-later
//
// A line of an Alog log (docs/alog-format.md).
#ifndef ILMGEN_LOGS_ALOG_LINE_H
#define ILMGEN_LOGS_ALOG_LINE_H

#include "ilmgen/logs/alog/line_types.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ilm {

struct AlogLine {
    std::int64_t type = 0;
    std::int64_t process = 0;
    std::int64_t task = 0;
    std::int64_t data = 0;
    std::int64_t cycle = 0;
    std::int64_t timestamp = 0;
    std::string_view string; ///< without white space around it
};

inline bool is_alog_header(std::int64_t type) {
    return type < 0 && type >= alog_state;
}

/// Whether there is nothing in the line, or a comment.
bool is_alog_blank(std::string_view line);

/// Throws BrokenSource if the line does not begin with six integers of 64 bits.
AlogLine parse_alog_line(std::string_view line);

/// The string of a message contains these two numbers.
struct AlogMessage {
    std::int64_t tag = 0;
    std::uint64_t size = 0; ///< bytes
};

/// Empty if the line is not about a message.
std::optional<AlogMessage> alog_message(const AlogLine& line);

} // namespace ilm

#endif
