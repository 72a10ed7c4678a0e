// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts in UTF-8 (RFC 3629).
#ifndef ILMGEN_EMITTED_UTF8_H
#define ILMGEN_EMITTED_UTF8_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ilm {

/// The number of bytes of the text's first character; 0 if the text does not begin with a valid
/// character. The text must not be empty.
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

/// Checks eight bytes at once, because most texts are pure ASCII.
inline bool is_ascii(std::string_view text) {
    constexpr std::uint64_t beyond = 0x8080808080808080;
    std::uint64_t all = 0;
    for (std::uint64_t eight = 0; text.size() >= sizeof eight; text.remove_prefix(sizeof eight)) {
        std::memcpy(&eight, text.data(), sizeof eight);
        all |= eight;
    }
    for (const char byte : text)
        all |= static_cast<unsigned char>(byte);
    return (all & beyond) == 0;
}

inline bool is_utf8(std::string_view text) {
    if (is_ascii(text))
        return true;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

/// A byte that belongs to no character becomes the character with its value, as in ISO 8859-1.
inline std::string as_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto byte = static_cast<unsigned char>(text.front());
        if (length == 0)
            result.append(
                {static_cast<char>(0xc0U | byte >> 6U), static_cast<char>(0x80U | (byte & 0x3fU))});
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

} // namespace ilm

#endif
