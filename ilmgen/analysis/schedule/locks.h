// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects that one thread, or several readers, hold at a time: the machine, not
// the program, chooses the next holder.
#ifndef ILMGEN_ANALYSIS_LOCKS_H
#define ILMGEN_ANALYSIS_LOCKS_H

#include "ilmgen/model/prims.h"
#include "ilmgen/run/run.h"

#include <algorithm>

namespace ilm {

inline bool is_lock(const RunObject& object) {
    return is_lock(object.prim);
}

/// Without locks, all ways of giving them out are the same.
inline bool has_locks(const Run& run) {
    return std::ranges::any_of(run.objects,
                               [](const RunObject& object) { return is_lock(object); });
}

inline bool takes_lock(const Run& run, StepIndex step) {
    return run.steps[step].kind == Kind::acq && is_lock(run.objects[run.steps[step].other]);
}

} // namespace ilm

#endif
