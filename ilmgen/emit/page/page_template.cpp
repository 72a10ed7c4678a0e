// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_template.h"

namespace ilm {

PageTemplate page_template() {
    constexpr std::string_view run = "@RUN@";
    constexpr std::string_view before = "@BEFORE@";
    const std::string_view all(reinterpret_cast<const char*>(page_bytes), page_size);
    const std::size_t at = all.find(run);
    const std::string_view rest = all.substr(at + run.size());
    const std::size_t at_before = rest.find(before);
    return {all.substr(0, at), rest.substr(0, at_before), rest.substr(at_before + before.size())};
}

} // namespace ilm
