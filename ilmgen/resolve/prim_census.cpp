// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/resolve/prim_census.h"

#include "ilmgen/model/error.h"
#include "ilmgen/model/listed.h"
#include "ilmgen/model/prims.h"

namespace ilm {

namespace {

Prims names_of_known() {
    Prims names;
    for (const KnownPrim& known : known_prims)
        names.emplace(known.name);
    return names;
}

/// How many names a message lists.  A program can have any number of its own.
constexpr std::size_t most_listed = 30;

} // namespace

void PrimCensus::add(std::string_view prim) {
    last_ = prim;
    seen_.insert(last_);
}

std::vector<std::string> PrimCensus::missing(const Prims& names) const {
    const Prims known = names_of_known();
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        if (seen_.contains(name))
            continue;
        if (!known.contains(name))
            throw Error("--relax: '" + name + "' is no primitive; " + seen() +
                        ", and ilmgen knows " + listed(known, most_listed));
        missing.push_back(name);
    }
    return missing;
}

std::string PrimCensus::seen() const {
    return seen_.empty() ? "the input has none" : "the input has " + listed(seen_, most_listed);
}

} // namespace ilm
