// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds which processor executes which step of a schedule.
#ifndef ILMGEN_PLAN_PROCESSORS_H
#define ILMGEN_PLAN_PROCESSORS_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// By step: its processor, from 1 on; 0 for meetings. A thread stays on the processor of its
/// previous step if that is free, or else takes the free processor with the lowest number. Time:
/// O(n log P).
std::vector<std::uint32_t> processors_of(const Problem& problem, const Schedule& schedule);

} // namespace ilm

#endif
