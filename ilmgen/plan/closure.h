// SPDX-License-Identifier: GPL-2.0-or-later
//
// The least memory that is booked at a moment at which some steps run.
//
// What has ended at a moment is a set of steps that contains, with each step, all that it comes
// after.  If certain steps run, all that they come after has ended, and nothing that comes after
// them has.  The set with the smallest sum of balances is a closure (analysis/cut_network.h).
#ifndef ILMGEN_PLAN_CLOSURE_H
#define ILMGEN_PLAN_CLOSURE_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// Returns the bytes that have to be booked while all these steps run: what the others have left
/// behind, and the hmax of these.  No two of them come after each other.
std::int64_t least_booked_while(const Problem& problem, const std::vector<TaskIndex>& running);

/// By step: whether it is the step itself, or the step comes after it.
std::vector<bool> all_before(const Problem& problem, TaskIndex step);

} // namespace ilm

#endif
