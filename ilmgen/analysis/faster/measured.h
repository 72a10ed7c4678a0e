// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_MEASURED_H
#define ILMGEN_ANALYSIS_MEASURED_H

#include "ilmgen/analysis/code/native_errors.h"
#include "ilmgen/analysis/schedule/slowdown.h"
#include "ilmgen/model/machine_costs.h"
#include "ilmgen/model/native.h"

namespace ilm {

/// The results of measurements without Valgrind. A null pointer: not measured.
struct Measured {
    const MachineCosts* machine = nullptr;  ///< what hand-overs cost in all replays
    const NativeErrors* errors = nullptr;   ///< of the run's nanoseconds
    const NativeTime* on_one = nullptr;     ///< a native run
    const NativeTime* on_several = nullptr; ///< a native run
    const Slowdown* slowdown = nullptr;     ///< in this run; also null if there is none
    bool doubts_memory = true; ///< whether memory may be the limit, if neither this run nor a
                               ///< measured memory tells
};

} // namespace ilm

#endif
