// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_template.h"

namespace ilm {

std::pair<std::string_view, std::string_view> page_template() {
    constexpr std::string_view place = "@RUN@";
    const std::string_view all(reinterpret_cast<const char*>(page_bytes), page_size);
    const std::size_t at = all.find(place);
    return {all.substr(0, at), all.substr(at + place.size())};
}

} // namespace ilm
