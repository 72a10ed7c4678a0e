// SPDX-License-Identifier: GPL-2.0-or-later
//
// Takes fields from the beginning of a piece of text.
#ifndef ILMGEN_FROM_BYTES_TEXT_FIELDS_H
#define ILMGEN_FROM_BYTES_TEXT_FIELDS_H

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace ilm {

/// Whether the byte is in a character of UTF-8 that an earlier byte begins.
constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

constexpr bool is_white(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

constexpr bool is_json_white(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

inline bool begins_json_array(std::string_view text) {
    const auto* const first = std::find_if_not(text.begin(), text.end(), is_json_white);
    return first != text.end() && *first == '[';
}

inline const char* skip_white(const char* at, const char* end) {
    while (at != end && is_white(*at))
        ++at;
    return at;
}

inline const char* skip_word(const char* at, const char* end) {
    while (at != end && !is_white(*at))
        ++at;
    return at;
}

inline void skip_white(std::string_view& text) {
    const char* const rest = skip_white(text.data(), text.data() + text.size());
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
}

inline std::string_view trimmed(std::string_view text) {
    skip_white(text);
    while (!text.empty() && is_white(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Takes the next word, which ends at white space.  Returns an empty text if nothing is left.
inline std::string_view take_word(std::string_view& text) {
    skip_white(text);
    const char* const rest = skip_word(text.data(), text.data() + text.size());
    const std::string_view word = text.substr(0, static_cast<std::size_t>(rest - text.data()));
    text.remove_prefix(word.size());
    return word;
}

/// Reads digits, and a minus sign before them if `sign` is set. Stops before a digit that might not
/// fit in 64 bits. Returns where the digits end, or `at` if there is none.
inline const char* read_digits(const char* at, const char* end, bool sign, std::int64_t& number) {
    constexpr std::ptrdiff_t surely_fit = 17;
    const bool negative = sign && at != end && *at == '-';
    const char* const first = negative ? at + 1 : at;
    const char* const last = end - first > surely_fit ? first + surely_fit : end;
    const char* digit = first;
    std::int64_t value = 0;
    for (; digit != last && *digit >= '0' && *digit <= '9'; ++digit)
        value = 10 * value + (*digit - '0');
    number = negative ? -value : value;
    return digit == first ? at : digit;
}

/// Reads an integer that fits in 64 bits. Returns where the integer ends; null if there is none.
inline const char* read_number(const char* at, const char* end, std::int64_t& number) {
    const char* const last = read_digits(at, end, true, number);
    if (last == at)
        return nullptr;
    if (last == end || *last < '0' || *last > '9')
        return last;
    const auto [rest, error] = std::from_chars(at, end, number);
    return error == std::errc() ? rest : nullptr;
}

/// The same for an integer that is followed by white space or by the end of the text. It is fast
/// for short integers, because logs consist of them.
inline const char* read_integer(const char* at, const char* end, std::int64_t& number) {
    const char* const last = read_number(at, end, number);
    return last == nullptr || last == end || is_white(*last) ? last : nullptr;
}

/// Whether the whole word is a number that fits.
template <class Number>
bool is_number(std::string_view word, Number& number, int base = 10) {
    const char* const end = word.data() + word.size();
    std::int64_t value = 0;
    if (sizeof number == sizeof value && base == 10 && !word.empty() &&
        read_digits(word.data(), end, std::is_signed_v<Number>, value) == end) {
        number = static_cast<Number>(value);
        return true;
    }
    const auto [rest, error] = std::from_chars(word.data(), end, number, base);
    return error == std::errc() && rest == end;
}

/// Takes the next word if it is an integer that fits. Returns whether it is one.
inline bool take_integer(std::string_view& text, std::int64_t& number) {
    skip_white(text);
    const char* const rest = read_integer(text.data(), text.data() + text.size(), number);
    if (rest != nullptr)
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return rest != nullptr;
}

/// Takes a number from the front of a text. Returns nothing if there is none, or if it does not
/// fit.
inline std::optional<std::uint64_t> take_number(std::string_view& text) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return number;
}

/// For a message: in quotes, shortened, with a question mark for each character that is not ASCII
/// or cannot be printed.
inline std::string quoted_word(std::string_view word) {
    constexpr std::size_t longest = 40;
    std::string text = "'";
    for (const char byte : word.substr(0, longest))
        if (!continues_character(byte))
            text += byte >= ' ' && byte <= '~' ? byte : '?';
    return text + (word.size() > longest ? "...'" : "'");
}

} // namespace ilm

#endif
