// SPDX-License-Identifier: GPL-2.0-or-later
//
// Escapes texts of any bytes so that they fit into a line, and undoes it, for ilmgen's own files.
#ifndef ILMGEN_EMITTED_ESCAPED_H
#define ILMGEN_EMITTED_ESCAPED_H

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace ilm {

/// The text with % and two hexadecimal digits in place of some bytes: those that are no printable
/// ASCII character, % itself, characters that are special in Tcl (in which viewers are written),
/// and blanks that a reader might swallow. These blanks are all blanks if `all_blanks` is set;
/// otherwise a blank at the beginning, at the end, or after another blank. For example, "a $b"
/// becomes "a %20%24b".
inline std::string escaped(std::string_view text, bool all_blanks) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool swallowed =
            c == ' ' && (all_blanks || i == 0 || i + 1 == text.size() || text[i - 1] == ' ');
        if (c < ' ' || c > '~' || swallowed ||
            std::string_view("%\"\\{}[]$").find(c) != std::string_view::npos) {
            result += '%';
            result += digits[static_cast<unsigned char>(c) >> 4];
            result += digits[static_cast<unsigned char>(c) & 15];
        } else {
            result += c;
        }
    }
    return result;
}

/// Adds the text for which an escaped() text stands.  Returns false if no escaped() made it.
inline bool unescape(std::string_view text, std::string& result) {
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('%'), text.size());
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        unsigned char byte = 0;
        const char* const end = text.data() + std::min<std::size_t>(text.size(), 3);
        const auto [rest, error] = std::from_chars(text.data() + 1, end, byte, 16);
        if (error != std::errc() || rest != text.data() + 3)
            return false;
        result += static_cast<char>(byte);
        text.remove_prefix(3);
    }
    return true;
}

} // namespace ilm

#endif
