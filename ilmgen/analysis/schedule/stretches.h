// SPDX-License-Identifier: GPL-2.0-or-later
//
// A stretch is what a thread does between two events that order it with other
// threads.
#ifndef ILMGEN_ANALYSIS_STRETCHES_H
#define ILMGEN_ANALYSIS_STRETCHES_H

#include "ilmgen/run/run.h"

#include <boost/dynamic_bitset.hpp>

#include <algorithm>
#include <cstdint>

namespace ilm {

/// The heap over a stretch of a thread, from its beginning: as hbal and hmax of the ILM.
struct HeapStretch {
    std::int64_t balance = 0; ///< bytes at its end
    std::int64_t highest = 0; ///< bytes at most; not below 0

    /// A balance beyond 64 bits stays at the limit, because no machine has so much memory.
    void add(std::int64_t bytes) {
        if (__builtin_add_overflow(balance, bytes, &balance))
            balance = bytes > 0 ? INT64_MAX : INT64_MIN;
        highest = std::max(highest, balance);
    }
};

/// The bytes that the beginning or end of a block adds to the heap.
inline std::int64_t bytes_of(const Run& run, const RunLife& life) {
    const auto bytes = static_cast<std::int64_t>(run.blocks[life.block].size);
    return life.begins ? bytes : -bytes;
}

/// By step: whether it comes after, or before, an event of another thread.  `sources_of(step)`: as
/// Run's, or some of them.
template <class SourcesOf>
LargeBitset ordering_steps(const Run& run, SourcesOf sources_of) {
    LargeBitset orders(run.steps.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        if (run.steps[step].kind == Kind::fork)
            orders[step] = true;
        for (const StepIndex source : sources_of(step))
            orders[step] = orders[source] = true;
    }
    return orders;
}

} // namespace ilm

#endif
