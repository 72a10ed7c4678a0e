// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a text is UTF-8 (RFC 3629).
#ifndef ILMGEN_FROM_BYTES_UTF8_H
#define ILMGEN_FROM_BYTES_UTF8_H

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ilm {

/// How many bytes the first character has of a text that is not empty; 0 if it is no character.
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follow = [&byte](std::size_t from, std::size_t end) {
        for (; from < end; ++from)
            if ((byte(from) & 0xc0U) != 0x80)
                return false;
        return true;
    };
    const unsigned first = byte(0);
    const unsigned second = byte(1);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return follow(1, 2) ? 2 : 0;
    if (first >= 0xe0 && first < 0xf0) {
        const bool is_shorter = first == 0xe0 && second < 0xa0;
        const bool is_surrogate = first == 0xed && second >= 0xa0;
        return follow(1, 3) && !is_shorter && !is_surrogate ? 3 : 0;
    }
    const bool is_shorter = first == 0xf0 && second < 0x90;
    const bool is_beyond = first > 0xf4 || (first == 0xf4 && second >= 0x90);
    return first >= 0xf0 && follow(1, 4) && !is_shorter && !is_beyond ? 4 : 0;
}

inline bool is_utf8(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::all_of(text.begin(), text.end(), is_ascii))
        return true;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace ilm

#endif
