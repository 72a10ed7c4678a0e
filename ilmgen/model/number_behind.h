// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers in the texts of infos.
#ifndef ILMGEN_MODEL_NUMBER_BEHIND_H
#define ILMGEN_MODEL_NUMBER_BEHIND_H

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace ilm {

/// Takes these words and the number behind them from the begin of a text.  False: it begins
/// otherwise.
inline bool take_number_behind(std::string_view words, std::string_view& text,
                               std::uint64_t& number) {
    if (!text.starts_with(words))
        return false;
    text.remove_prefix(words.size());
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return error == std::errc();
}

} // namespace ilm

#endif
