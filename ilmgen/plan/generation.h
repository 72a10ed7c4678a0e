// SPDX-License-Identifier: GPL-2.0-or-later
//
// The serial generation scheme: steps are placed one after the other, in a given order, each at its
// earliest moment that has room for it (Kolisch, "Serial and parallel resource-constrained project
// scheduling methods revisited", 1996). Unlike booking (booking.h), it may place a step at a time
// before that of steps that it has placed already, and it may fail.
#ifndef ILMGEN_PLAN_GENERATION_H
#define ILMGEN_PLAN_GENERATION_H

#include "ilmgen/plan/problem.h"

#include <optional>

namespace ilm {

/// `order`: all steps, each behind those that it comes after.  Returns nothing if a step has no
/// room.  Time: O(n * n).
std::optional<Schedule> generate_schedule(const Problem& problem, const PlanLimits& limits,
                                          const SerialOrder& order);

/// Whether the schedule keeps the order of steps and the limits, by the rules of
/// docs/plan-format.md ("Order among steps").  Corrects its peak and its makespan.  Time: O(n log
/// n).
bool is_valid(const Problem& problem, const PlanLimits& limits, Schedule& schedule);

} // namespace ilm

#endif
