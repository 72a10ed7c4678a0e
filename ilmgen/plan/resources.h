// SPDX-License-Identifier: GPL-2.0-or-later
//
// A schedule uses bytes, which it books, and processors over time.
#ifndef ILMGEN_PLAN_RESOURCES_H
#define ILMGEN_PLAN_RESOURCES_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <functional>

namespace ilm {

/// Called when the number of booked bytes changes to `bytes`. `begun`: the step that begins then;
/// no_task if a step ends.
using TellBooked = std::function<void(std::uint64_t time, std::int64_t bytes, TaskIndex begun)>;

/// Calls `tell` whenever a step begins or ends, in the order of time. If steps end and others begin
/// at the same time, the ends come first, as in the schedule. Meetings are left out, because they
/// book nothing.
///
/// Example: step 0 works 10 instructions, books 100 bytes and leaves 30; step 1 begins at 10 and
/// books 50.  The calls are (0, 100, 0), (10, 30, no_task), (10, 80, 1) and one for the end of
/// step 1.  Time: O(n log P).
void follow_booked(const Problem& problem, const Schedule& schedule, const TellBooked& tell);

/// By step: its processor, from 1 on; 0 for meetings. A thread stays on the processor of its
/// previous step if that is free, or else takes the free processor with the lowest number. Time:
/// O(n log P).
LargeVector<std::uint32_t> processors_of(const Problem& problem, const Schedule& schedule);

} // namespace ilm

#endif
