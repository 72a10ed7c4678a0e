// SPDX-License-Identifier: GPL-2.0-or-later
//
// Checks the names of primitives that the user has given against those that events contain.
#ifndef ILMGEN_RESOLVE_PRIM_CENSUS_H
#define ILMGEN_RESOLVE_PRIM_CENSUS_H

#include "ilmgen/model/event.h"
#include "ilmgen/resolve/sync_objects.h"

#include <string>
#include <vector>

namespace ilm {

class PrimCensus : public EventSink {
public:
    void event(const Event& event) override {
        if (!event.prim.empty() && event.prim != last_)
            add(event.prim);
    }

    /// After the last event: returns those of `names` that no event contains. Throws Error if
    /// ilmgen does not know such a name either. This cannot be checked earlier, because a program
    /// may have primitives of its own.
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
