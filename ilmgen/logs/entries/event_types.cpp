// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/entries/event_types.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/model/error.h"

namespace ilm {

void EventTypes::describe(std::int64_t type, std::string_view description, std::string_view tag) {
    types_[type].name = description;
    types_[type].tag = tag;
}

void EventTypes::add_state(const LogState& state) {
    states_.push_back(state);
}

void EventTypes::settle(const std::set<std::string>& waiting) {
    std::set<std::string> unknown = waiting;
    for (const LogState& state : states_) {
        types_.try_emplace(state.last);
        EventType& first = types_[state.first];
        EventType& last = types_[state.last];
        if (first.name.empty())
            first.name = state.name + " begins";
        if (last.name.empty())
            last.name = state.name + " ends";
        if (!waiting.contains(state.name))
            continue;
        unknown.erase(state.name);
        first.begins_waiting = last.ends_waiting = true;
        waiting_.emplace(state.first, state.last);
    }
    if (!unknown.empty())
        throw Error("--waiting: the log has no state '" + *unknown.begin() + "'");
}

const EventType& EventTypes::operator[](std::int64_t type) {
    EventType& known = types_[type];
    if (known.name.empty())
        known.name = "event " + std::to_string(type);
    return known;
}

std::vector<std::int64_t> EventTypes::find(std::string_view name) const {
    std::int64_t number = 0;
    if (is_number(name, number))
        return {number};
    std::vector<std::int64_t> found;
    for (const auto& [type, known] : types_)
        if (known.name == name || known.tag == name)
            found.push_back(type);
    return found;
}

bool EventTypes::waits_between(std::int64_t first, std::int64_t last) const {
    return waiting_.contains({first, last});
}

} // namespace ilm
