// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes plans for a problem. This is the interface of this folder.
//
// First, orders with a small peak are searched for (serial_order.h), once for all plans. The best
// of them gives the least memory. A plan within its limits is then made with one of the orders
// (booking.h), improved by trying other priorities and orders (improve.h), and made exact if the
// problem is small (exact.h). Lower bounds tell how good it is (bounds.h).
#ifndef ILMGEN_PLAN_SOLVER_H
#define ILMGEN_PLAN_SOLVER_H

#include "ilmgen/plan/bounds.h"
#include "ilmgen/plan/improve.h"
#include "ilmgen/plan/problem.h"
#include "ilmgen/plan/serial_order.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ilm {

struct Plan {
    PlanLimits limits;
    Schedule schedule;
    std::int64_t serial_peak = 0; ///< of the order of ends
    TimeBounds bounds;
    bool is_shortest = false; ///< no plan within the limits has a shorter makespan
};

/// The effort of the searches.
struct SolverEffort {
    std::uint64_t order_operations = 300'000'000; ///< of the search for serial orders
    std::uint64_t bound_operations = 2'000'000;   ///< of the lower bound of the memory
    std::uint64_t exact_nodes = 3'000'000;        ///< of branch and bound; 0: none
};

class Solver {
public:
    /// Called with what begins now and may take long.
    using Announce = std::function<void(const std::string& what)>;

    /// Finds the least memory. `problem` must stay at its address.
    explicit Solver(const Problem& problem, Announce announce = nullptr,
                    const SolverEffort& effort = {});

    std::int64_t least_memory() const { return least_.bytes; }
    /// No order needs less.
    std::int64_t least_memory_bound() const { return least_.bound; }
    bool is_least_memory_exact() const { return least_.bound >= least_.bytes; }

    /// No plan for this number of processors is shorter.
    std::uint64_t work_per_processor(std::uint64_t processors) const {
        return bounder_.work_per_processor(processors);
    }

    /// `limits.memory`: at least least_memory().
    Plan plan(const PlanLimits& limits);

    /// A plan without a limit for the memory.
    Plan plan_without_limit(std::uint64_t processors);

private:
    void announce(const std::string& what) const;

    const Problem& problem_;
    const Announce announce_;
    const SolverEffort effort_;
    LeastMemory least_;
    TimeBounder bounder_;
};

/// The makespan of a plan with this much memory.
struct CurvePoint {
    std::int64_t memory = 0; ///< bytes
    std::uint64_t makespan = 0;
    std::uint64_t bound = 0; ///< no plan within the memory is shorter
    bool is_shortest = false;
};

/// How the makespan depends on the memory. Plans for some limits show where the makespan falls. The
/// first point is that of the least memory. More memory than that of the last point does not help
/// the planner.
std::vector<CurvePoint> memory_curve(Solver& solver, std::uint64_t processors);

} // namespace ilm

#endif
