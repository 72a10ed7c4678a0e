// SPDX-License-Identifier: GPL-2.0-or-later
//
// The event types of an Alog or Gist log, as the log describes them.
#ifndef ILMGEN_LOGS_ENTRIES_EVENT_TYPES_H
#define ILMGEN_LOGS_ENTRIES_EVENT_TYPES_H

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tsl/robin_map.h>
#include <vector>

namespace ilm {

/// A state lasts from an event of one type to an event of another.
struct LogState {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::string name;
};

struct EventType {
    std::string name;            ///< its description, or what it does to a state
    std::string tag;             ///< short name; empty: it has none
    bool begins_waiting = false; ///< a state whose duration is no work
    bool ends_waiting = false;
};

class EventTypes {
public:
    void describe(std::int64_t type, std::string_view description, std::string_view tag = {});
    void add_state(const LogState& state);

    /// Names of states for which matches(name) is true.
    template <class Matches>
    std::set<std::string> states(Matches matches) const {
        std::set<std::string> names;
        for (const LogState& state : states_)
            if (matches(state.name))
                names.insert(state.name);
        return names;
    }

    /// To be called when all types are known.  `waiting`: names of states whose duration is no
    /// work.  Throws Error if the log has no such state.
    void settle(const std::set<std::string>& waiting);

    // After settle():
    /// The type, also if it was not described.  Valid until the next call.
    const EventType& operator[](std::int64_t type);
    /// The types of this number, description or short name; a number need not be described.
    std::vector<std::int64_t> find(std::string_view name) const;
    bool waits_between(std::int64_t first, std::int64_t last) const;

private:
    tsl::robin_map<std::int64_t, EventType> types_;
    std::vector<LogState> states_;
    std::set<std::pair<std::int64_t, std::int64_t>> waiting_;
};

} // namespace ilm

#endif
