// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one exception of ilmgen.  It ends the program (or, with --recover, the
// reading); nobody catches it to carry on in the middle.
#ifndef ILMGEN_MODEL_ERROR_H
#define ILMGEN_MODEL_ERROR_H

#include "ilmgen/model/event.h"

#include <optional>
#include <stdexcept>
#include <string>

namespace ilm {

/// A place in a trace.
struct Place {
    std::uint64_t byte =
        0; ///< offset of the offending token, or of the event if all of it is wrong
    EventId event = 0;
    bool after_event = false; ///< the event's own id is not known; `event` is the one before it
};

inline Place place_of(const Event& event) {
    return {event.byte, event.id};
}

class Error : public std::runtime_error {
public:
    /// About something other than a place in the trace.  The reason names its file, if any.
    explicit Error(const std::string& reason) : std::runtime_error(reason) {}
    Error(Place place, const std::string& reason) : std::runtime_error(reason), place_(place) {}

    const std::optional<Place>& place() const { return place_; }

    /// "byte 17, event 3: reason"
    std::string sentence() const;

private:
    std::optional<Place> place_;
};

/// sum += term; an Error at `place` if the result does not fit.
template <class Sum, class Term>
void add(Sum& sum, Term term, const Place& place, const char* what) {
    if (__builtin_add_overflow(sum, term, &sum))
        throw Error(place, std::string("the sum of ") + what + " overflows 64 bits");
}

/// sum -= term, as above.
template <class Sum, class Term>
void subtract(Sum& sum, Term term, const Place& place, const char* what) {
    if (__builtin_sub_overflow(sum, term, &sum))
        throw Error(place, std::string("the sum of ") + what + " overflows 64 bits");
}

/// The damage that stopped a reader before the end of the trace.
struct Damage {
    Error error;
    std::uint64_t lost_from; ///< byte offset of the first event that is not whole
    std::string file = {};   ///< of several files, the damaged one
    /// The number of this file's events before `lost_from`; empty: not counted.
    std::optional<std::uint64_t> events = {};

    /// "everything from byte 12 on is lost"
    std::string what_is_lost() const;
    /// "the 3 events before it", or "what comes before it" if they are not counted.
    std::string what_is_kept() const;
    /// The sentence if there are several files: "FILE: byte 17, event 3: reason; everything from
    /// byte 12 on is lost, the 3 events before it are not".
    std::string sentence() const;
};

} // namespace ilm

#endif
