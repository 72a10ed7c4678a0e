// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/sync/prim_census.h"

#include "ilmgen/model/error.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

/// The primitives of hpcmp, and of logs of other systems.
const Prims& known() {
    static const Prims prims = {
        TRACE_PRIM_MUTEX,    TRACE_PRIM_RWLOCK,      TRACE_PRIM_SPIN,    TRACE_PRIM_COND,
        TRACE_PRIM_SEM,      TRACE_PRIM_BARRIER,     TRACE_PRIM_ONCE,    TRACE_PRIM_FUTEX,
        TRACE_PRIM_PIPE,     TRACE_PRIM_SIGNAL,      TRACE_PRIM_SEMOP,   TRACE_PRIM_FILE_LOCK,
        TRACE_PRIM_LATCH,    TRACE_PRIM_USER,        TRACE_PRIM_MESSAGE, TRACE_PRIM_STREAM,
        TRACE_PRIM_SINGLE,   TRACE_PRIM_ORDERED,     TRACE_PRIM_TASK,    TRACE_PRIM_PARALLEL,
        TRACE_PRIM_TASKWAIT, TRACE_PRIM_WINDOW_LOCK,
    };
    return prims;
}

/// A program can have any number of its own.
std::string joined(const Prims& names) {
    constexpr std::size_t most = 30;
    std::string text;
    std::size_t said = 0;
    for (const std::string& name : names) {
        if (said++ == most)
            return text + ", ...";
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

} // namespace

void PrimCensus::add(std::string_view prim) {
    last_ = prim;
    seen_.insert(last_);
}

std::vector<std::string> PrimCensus::missing(const Prims& names) const {
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        if (seen_.contains(name))
            continue;
        if (!known().contains(name))
            throw Error("--relax: '" + name + "' is no primitive; " + seen() +
                        ", and ilmgen knows " + joined(known()));
        missing.push_back(name);
    }
    return missing;
}

std::string PrimCensus::seen() const {
    return seen_.empty() ? "there are none" : "there are " + joined(seen_);
}

} // namespace ilm
