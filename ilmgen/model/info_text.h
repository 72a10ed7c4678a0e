// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each of these functions takes something off the front of an info's text.  It returns false if the
// text begins otherwise.
#ifndef ILMGEN_MODEL_INFO_TEXT_H
#define ILMGEN_MODEL_INFO_TEXT_H

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace ilm {

inline bool take_words(std::string_view words, std::string_view& text) {
    if (!text.starts_with(words))
        return false;
    text.remove_prefix(words.size());
    return true;
}

inline bool take_number(std::string_view& text, std::uint64_t& number, int base = 10) {
    const auto [rest, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, base);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return error == std::errc();
}

/// Takes these words and the number behind them.
inline bool take_number_behind(std::string_view words, std::string_view& text,
                               std::uint64_t& number) {
    return take_words(words, text) && take_number(text, number);
}

} // namespace ilm

#endif
