// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/executed_file.h"

#include "ilmgen/facts/event_facts.h"

namespace ilm {

/// The info about another program stands before the exits at the end.
void ExecutedFile::event(const Event& event) {
    if (const auto* const executes = fact_in<Executes>(event);
        executes != nullptr && event.icnt == 0)
        file_ = executes->file;
    else if (event.kind != Kind::exit && !file_.empty())
        file_.clear();
}

} // namespace ilm
