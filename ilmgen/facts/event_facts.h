// SPDX-License-Identifier: GPL-2.0-or-later
//
// Connects events with the facts that they contain. The fact of an event is made once, before
// stages ask for facts by type.
#ifndef ILMGEN_FACTS_EVENT_FACTS_H
#define ILMGEN_FACTS_EVENT_FACTS_H

#include "ilmgen/facts/fact.h"

#include <string>
#include <utility>
#include <variant>

namespace ilm {

/// The fact in the event, if the fact is of this kind; else null.
template <class Kind>
const Kind* fact_in(const Event& event) {
    return event.fact == nullptr ? nullptr : std::get_if<Kind>(&event.fact->said);
}

/// Makes the facts of infos.
class FactReader {
public:
    /// Returns the event, or a copy of the info with its fact, which lasts until the next call.  An
    /// info that has its fact stays as it is.
    const Event& read(const Event& event) {
        return event.kind == Kind::info && event.fact == nullptr ? with_fact(event) : event;
    }

private:
    const Event& with_fact(const Event& event) {
        fact_ = fact_of(event.text);
        info_ = event;
        info_.fact = &fact_;
        return info_;
    }

    Fact fact_;
    Event info_;
};

/// A fact and its text, to which an event can point as long as this lasts.
class ToldFact {
public:
    explicit ToldFact(Fact fact) : fact_(std::move(fact)), text_(text_of(fact_)) {}

    /// Makes the event an info.
    void put_into(Event& event) const {
        event.kind = Kind::info;
        event.text = text_;
        event.fact = &fact_;
    }

private:
    Fact fact_;
    std::string text_;
};

} // namespace ilm

#endif
