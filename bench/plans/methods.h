// SPDX-License-Identifier: GPL-2.0-or-later
//
// Scheduling rules of the literature that ilmgen's plans are compared with.  They are written from
// the rules that their papers describe.
//
// Where the papers have files on edges, we have a step's `hbal` and `hmax` (ilmgen/plan/problem.h):
// a step books hmax while it runs, and hbal from its end on.
#ifndef BENCH_PLANS_METHODS_H
#define BENCH_PLANS_METHODS_H

#include "ilmgen/plan/booking.h"
#include "ilmgen/plan/problem.h"

#include <optional>

namespace bench {

using namespace ilm;

/// Plans a problem by a rule.  Returns nothing if the rule gets stuck, or needs more memory than
/// there is. `serial`: an order whose peak is within the memory.  Only rules that need such an
/// order read it.
using Method = std::optional<Schedule> (*)(const Problem& problem, const PlanLimits& limits,
                                           const SerialOrder& serial);

/// A step begins as soon as it is ready, a processor is free, and its hmax is; the longest chain
/// first.  The memory that it leaves behind may keep others from beginning for ever.
std::optional<Schedule> first_fit(const Problem& problem, const PlanLimits& limits,
                                  const SerialOrder& serial);

/// HEFT (Topcuoglu, Hariri, Wu, "Performance-effective and low-complexity task scheduling for
/// heterogeneous computing", 2002) on identical processors without communication: steps in the
/// order of their upward rank, each at its earliest time on any processor, also in gaps.  It knows
/// no memory, so nothing is returned if its schedule books more than the limit.
std::optional<Schedule> heft(const Problem& problem, const PlanLimits& limits,
                             const SerialOrder& serial);

/// MemHEFT (Herrmann, Marchal, Robert, "Memory-aware list scheduling for hybrid platforms", 2014)
/// with one memory: the first step in the order of upward rank that can be placed is placed.  Its
/// earliest time is when its parents have ended, a processor has ended all that it was given, and
/// hmax is free from then on for ever.  If no step can be placed, the rule is stuck.
std::optional<Schedule> mem_heft(const Problem& problem, const PlanLimits& limits,
                                 const SerialOrder& serial);

/// Activation (the rule that Aupy, Brasseur, Marchal, "Dynamic memory-aware task-tree scheduling",
/// 2017, begin with; for graphs instead of trees): steps are activated in the serial order, each
/// when its hmax can be booked, and book it from then on.  Activated steps that are ready begin,
/// the longest chain first.
std::optional<Schedule> activation(const Problem& problem, const PlanLimits& limits,
                                   const SerialOrder& serial);

} // namespace bench

#endif
