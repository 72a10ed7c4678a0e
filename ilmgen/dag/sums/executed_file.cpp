// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/executed_file.h"

#include "shared/trace_vocabulary.h"

#include <string_view>

namespace ilm {

/// The info about another program stands before the exits at the end.
void ExecutedFile::event(const Event& event) {
    constexpr std::string_view executes = TRACE_INFO_EXECUTES;
    if (event.kind == Kind::info && event.text.starts_with(executes) && event.icnt == 0)
        file_ = event.text.substr(executes.size());
    else if (event.kind != Kind::exit && !file_.empty())
        file_.clear();
}

} // namespace ilm
