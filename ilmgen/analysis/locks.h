// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects that one thread, or several readers, hold at a time: the machine, not
// the program, chooses the next holder.
#ifndef ILMGEN_ANALYSIS_LOCKS_H
#define ILMGEN_ANALYSIS_LOCKS_H

#include "ilmgen/run/run.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

/// Locks on files are none: each is of a range of bytes, which the trace does not say.
inline bool is_lock(const RunObject& object) {
    return object.prim == TRACE_PRIM_MUTEX || object.prim == TRACE_PRIM_SPIN ||
           object.prim == TRACE_PRIM_RWLOCK;
}

inline bool takes_lock(const Run& run, StepIndex step) {
    return run.steps[step].kind == Kind::acq && is_lock(run.objects[run.steps[step].other]);
}

} // namespace ilm

#endif
