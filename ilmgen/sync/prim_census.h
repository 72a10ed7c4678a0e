// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of primitives that a person has given, against those that there are.
#ifndef ILMGEN_SYNC_PRIM_CENSUS_H
#define ILMGEN_SYNC_PRIM_CENSUS_H

#include "ilmgen/model/event.h"
#include "ilmgen/sync/sync_objects.h"

#include <string>
#include <vector>

namespace ilm {

class PrimCensus : public EventSink {
public:
    void event(const Event& event) override {
        if (!event.prim.empty() && event.prim != last_)
            add(event.prim);
    }

    /// After the last event: those of these names that no event has.  Throws Error if one is not a
    /// primitive that we know either: a program can have some of its own, so that is known only
    /// now.
    std::vector<std::string> missing(const Prims& names) const;

    /// "the input has mutex, sem"
    std::string seen() const;

private:
    void add(std::string_view prim);

    Prims seen_;
    std::string last_;
};

} // namespace ilm

#endif
