// SPDX-License-Identifier: GPL-2.0-or-later
//
// Some consecutive events with all that they point to.
#ifndef ILMGEN_EVENT_BATCH_H
#define ILMGEN_EVENT_BATCH_H

#include "ilmgen/model.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ilm {

/// Its storage never moves while there is an event in it, and is used again.  It has a fixed size
/// but for a single event that is larger.
class EventBatch {
public:
    EventBatch();

    /// Adds a copy of the event; false if there is no room for it.
    bool add(const Event& event);

    std::span<const Event> events() const { return events_; }
    void clear();

private:
    bool fits(const Event& event) const;
    void make_room(const Event& event);
    std::string_view keep(std::string_view text);

    std::vector<Event> events_;
    std::vector<BlockUsage> usage_; ///< what the events' point to
    std::vector<char> text_;        ///< what the events' prims and texts point to
};

} // namespace ilm

#endif
