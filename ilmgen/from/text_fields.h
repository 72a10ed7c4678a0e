// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fields of a piece of text.  Each function takes from its begin.
#ifndef ILMGEN_FROM_TEXT_FIELDS_H
#define ILMGEN_FROM_TEXT_FIELDS_H

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace ilm {

constexpr bool is_white(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

inline void skip_white(std::string_view& text) {
    std::size_t white = 0;
    while (white < text.size() && is_white(text[white]))
        ++white;
    text.remove_prefix(white);
}

inline std::string_view trimmed(std::string_view text) {
    skip_white(text);
    while (!text.empty() && is_white(text.back()))
        text.remove_suffix(1);
    return text;
}

/// What stands between white space; empty if nothing is left.
inline std::string_view take_word(std::string_view& text) {
    skip_white(text);
    std::size_t length = 0;
    while (length < text.size() && !is_white(text[length]))
        ++length;
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

/// Whether all of the word is a number that fits.
template <class Number>
bool is_number(std::string_view word, Number& number, int base = 10) {
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number, base);
    return error == std::errc() && rest == end;
}

/// Whether the next word is an integer that fits, which is taken then.  Logs consist of little
/// else, and most of them are short.
inline bool take_integer(std::string_view& text, std::int64_t& number) {
    skip_white(text);
    constexpr std::size_t surely_fit = 18; // characters
    const bool negative = !text.empty() && text.front() == '-';
    std::size_t length = negative ? 1 : 0;
    std::int64_t digits = 0;
    while (length < text.size() && text[length] >= '0' && text[length] <= '9' &&
           length < surely_fit)
        digits = 10 * digits + (text[length++] - '0');
    if (length == (negative ? 1 : 0))
        return false;
    if (length >= surely_fit) {
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc())
            return false;
        length = static_cast<std::size_t>(rest - text.data());
    } else {
        number = negative ? -digits : digits;
    }
    if (length < text.size() && !is_white(text[length]))
        return false;
    text.remove_prefix(length);
    return true;
}

/// A number off the front of a text; nothing if there is none, or it does not fit.
inline std::optional<std::uint64_t> take_number(std::string_view& text) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return number;
}

/// For a message: in quotes, shortened, without what cannot be printed.
inline std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40;
    std::string text = "'";
    for (const char byte : word.substr(0, longest))
        text += byte >= ' ' && byte <= '~' ? byte : '?';
    return text + (word.size() > longest ? "...'" : "'");
}

} // namespace ilm

#endif
