// SPDX-License-Identifier: GPL-2.0-or-later
//
// The least memory that is booked at a moment at which some steps run.
//
// If a step has ended at a moment, all steps that it comes after have ended, too. While certain
// steps run, all steps that they come after have ended, and no step that comes after them has
// ended. So the set of ended steps is a closure, and the one with the smallest sum of balances is
// found by a cut (analysis/cut_network.h).
#ifndef ILMGEN_PLAN_CLOSURE_H
#define ILMGEN_PLAN_CLOSURE_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// Returns the bytes that have to be booked while all these steps run: the bytes that ended steps
/// have left behind, and the hmax of the running steps. No running step may come after another one.
std::int64_t least_booked_while(const Problem& problem, const std::vector<TaskIndex>& running);

/// By step: whether `step` comes after it. `step` itself counts, too.
LargeVector<bool> all_before(const Problem& problem, TaskIndex step);

} // namespace ilm

#endif
