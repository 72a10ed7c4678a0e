// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/beginnings.h"

namespace ilm {

void Beginnings::event(const Event& event) {
    if (!is_sync(event.kind))
        return;
    const auto thread = threads_.find(event.thid);
    if (thread != threads_.end() && thread->second.first_step == 0)
        thread->second.first_step = event.id;
    if (event.kind == Kind::fork)
        threads_.try_emplace(event.other, Beginning{event.id, 0});
}

std::optional<EventId> Beginnings::fork_of(ThreadId thid, EventId first_step) const {
    const auto thread = threads_.find(thid);
    if (thread == threads_.end() || thread->second.first_step != first_step)
        return {};
    return thread->second.fork;
}

} // namespace ilm
