// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shortest schedule, by branch and bound.
#ifndef ILMGEN_PLAN_EXACT_H
#define ILMGEN_PLAN_EXACT_H

#include "ilmgen/plan/problem.h"

#include <cstddef>
#include <cstdint>

namespace ilm {

/// A problem with this many steps, without meetings, can be solved exactly within seconds.
constexpr std::size_t most_exact_steps = 25;

/// Whether a problem is small enough. All its steps, with meetings, also have to fit into the 64
/// bits of a word.
bool suits_exact_search(const Problem& problem);

/// Improves the schedule until it is the shortest one. Some schedule of shortest makespan begins
/// each step when another one ends, or at 0, because a step that begins at another time could begin
/// earlier. So at each end the search tries all sets of ready steps that fit. It leaves out states
/// that cannot lead to a shorter schedule than the best one, by three lower bounds (work, chains,
/// memory times time). It also leaves out states that it has reached before at the same time or
/// earlier.
///
/// Returns whether the schedule is known to be the shortest. Returns false if `most_nodes` states
/// were not enough.
bool improve_to_shortest(const Problem& problem, const PlanLimits& limits, Schedule& schedule,
                         std::uint64_t most_nodes);

} // namespace ilm

#endif
