// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run with everything that is needed to plan it.
#ifndef ILMGEN_PLAN_PLANNED_RUN_H
#define ILMGEN_PLAN_PLANNED_RUN_H

#include "ilmgen/plan/problem.h"
#include "ilmgen/plan/step_names.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ilm {

struct PlannedRun {
    /// Throws Error if the run cannot be planned. `run` must stay at its address.
    explicit PlannedRun(const Run& run);

    const Run& run;
    TaskGraph graph; ///< of all steps
    StepNames names;
    Problem problem;
    std::string hash;
    /// No schedule needs more bytes than this. Empty if the run is too large to compute it.
    std::optional<std::uint64_t> enough_memory;
    std::optional<std::uint64_t> enough_memory_any_locks; ///< also if locks are taken in any order
};

} // namespace ilm

#endif
