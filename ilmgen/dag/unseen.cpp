// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/unseen.h"

#include "shared/trace_vocabulary.h"

#include <string_view>

namespace ilm {

void Unseen::event(const Event& event) {
    constexpr std::string_view unseen = TRACE_INFO_UNSEEN;
    if (event.kind == Kind::info && event.text.starts_with(unseen))
        texts_.emplace(event.text.substr(unseen.size()));
}

} // namespace ilm
