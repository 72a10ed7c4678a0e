// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/ilm_builder.h"

namespace ilm {

/// Calls that can fail come first, so an event that fails leaves no step behind.
void IlmBuilder::event(const Event& event) {
    threads_.check(event);
    intervals_.fold(event);
    if (stats_ != nullptr)
        stats_->add(event);
    if (is_sync(event.kind))
        blocks_.add(event, intervals_.step(event, blocks_.heap()));
    else
        blocks_.life(event);
    ++events_;
}

} // namespace ilm
