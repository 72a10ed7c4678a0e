// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/json_skeleton.h"

namespace ilm {

std::string json_skeleton(std::string_view text) {
    constexpr std::string_view left_out = " \t\r\n-";
    constexpr std::size_t enough = 160;
    std::string bones;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        const bool goes_on = is_digit && bones.ends_with('0');
        if (left_out.find(c) == std::string_view::npos && !goes_on)
            bones += is_digit ? '0' : c;
        if (bones.size() == enough)
            break;
    }
    return bones;
}

} // namespace ilm
