// SPDX-License-Identifier: GPL-2.0-or-later
//
// Looks for shorter schedules by trying other priorities and other orders.
#ifndef ILMGEN_PLAN_IMPROVE_H
#define ILMGEN_PLAN_IMPROVE_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ilm {

/// The number of tries. Because it is no time, the result is the same on each machine.
struct ImproveEffort {
    std::uint64_t bookings = 2000;
    std::uint64_t generations = 6000;
};

/// The effort that suits a problem of this size: the larger the problem, the fewer tries.
ImproveEffort improve_effort(std::size_t steps);

/// Schedules with booking (booking.h), for each order and for mixtures of two priorities: the
/// longest chain first, and the place in the order.  Then it changes priorities at random, and
/// takes the order of ends of the best schedule as the next order.  Last, it changes the order of
/// the best schedule by simulated annealing, with the serial generation scheme (generation.h;
/// Kirkpatrick, Gelatt, Vecchi, "Optimization by simulated annealing", 1983).
///
/// `orders`: those whose peaks exceed the memory are ignored; at least one must fit. `bound`: a
/// lower bound of the makespan. The search ends when a schedule reaches it.
Schedule improved_schedule(const Problem& problem, const PlanLimits& limits,
                           const std::vector<SerialOrder>& orders, std::uint64_t bound,
                           const ImproveEffort& effort);

} // namespace ilm

#endif
