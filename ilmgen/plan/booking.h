// SPDX-License-Identifier: GPL-2.0-or-later
//
// List scheduling within a limited memory that never gets stuck.
//
// Whenever a processor is free, the ready step with the highest priority among those that fit
// begins.  A step fits if two conditions hold:
//
// - Its hmax is free now.
// - When all steps that have begun have ended, the others can still be executed one after the
//   other, in a given serial order (the banker's test; Dijkstra, "Een algorithme ter voorkoming van
//   de dodelijke omarming", 1965).
//
// The second condition makes sure that the schedule never gets stuck, because the first step of the
// serial order that has not begun fits at the latest when nothing runs. So the memory only has to
// be as large as the serial order needs. The test for a step has to look only at the steps before
// it in the serial order, because the memory that is booked for the others does not change. With a
// RestTree, the test takes O(log n).
//
// Example: there are 100 bytes, and the serial order is a (books 40, leaves 40), b (books 50, frees
// 40), c (books 30, leaves 30).  When a has ended, 40 bytes are booked, and c fits: 40 + 30 < 100.
// But b could not follow any more, because 40 + 30 + 50 > 100.  So c waits until b has ended.
#ifndef ILMGEN_PLAN_BOOKING_H
#define ILMGEN_PLAN_BOOKING_H

#include "ilmgen/plan/problem.h"

#include <cstdint>

namespace ilm {

/// By step: its place among all steps; 0 is the highest priority.
using Priorities = LargeVector<std::uint32_t>;

/// Gives the highest priority to the step from which the longest chain of work leads to the end.
Priorities longest_chain_first(const Problem& problem);

/// Priorities by a value for each step, the largest first.
Priorities largest_first(std::span<const double> values);

/// `limits.memory`: at least peak_of(problem, serial).  Time: O(n log n), and for each moment at
/// which steps end, O(threads * log n) at most.
Schedule book(const Problem& problem, const PlanLimits& limits, const Priorities& priorities,
              const SerialOrder& serial);

} // namespace ilm

#endif
