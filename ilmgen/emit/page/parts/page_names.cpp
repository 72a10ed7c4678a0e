// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_names.h"

namespace ilm {

std::string clipped(std::string text, std::size_t most) {
    if (text.size() <= most)
        return text;
    std::size_t end = most;
    constexpr unsigned char first_bits = 0xc0;
    constexpr unsigned char goes_on = 0x80;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & first_bits) == goes_on)
        --end;
    text.resize(end);
    return text + "…";
}

NameIndex PageNames::number_of(const std::string& name) {
    const auto next = static_cast<NameIndex>(names_.size());
    const auto [found, is_new] = numbers_.try_emplace(clipped(name), next);
    if (is_new)
        names_.push_back(found->first);
    return found->second;
}

} // namespace ilm
