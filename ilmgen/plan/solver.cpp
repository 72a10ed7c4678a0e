// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/solver.h"

#include "ilmgen/plan/exact.h"
#include "ilmgen/plan/generation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ilm {

namespace {

constexpr std::int64_t unlimited_memory = std::numeric_limits<std::int64_t>::max() / 4;

/// The points of a curve, as multiples of the least memory.
constexpr std::array factors = {1.0, 1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0,
                                2.5, 3.0,  4.0, 6.0, 8.0,  12., 16.0, 32.0};

} // namespace

Solver::Solver(const Problem& problem, Announce announce, const SolverEffort& effort)
    : problem_(problem), announce_(std::move(announce)), effort_(effort), bounder_(problem) {
    Solver::announce("planning: looking for the least memory");
    least_ = find_least_memory(problem, ilm::least_memory_bound(problem, effort.bound_operations),
                               Effort{effort.order_operations});
}

void Solver::announce(const std::string& what) const {
    if (announce_)
        announce_(what);
}

Plan Solver::plan(const PlanLimits& limits) {
    announce("planning: " + std::to_string(limits.processors) + " processors");
    Plan plan;
    plan.limits = limits;
    plan.bounds = bounder_.bounds(limits);
    const std::uint64_t bound = plan.bounds.largest();
    plan.schedule =
        improved_schedule(problem_, limits, least_.orders, bound, improve_effort(problem_.size()));
    plan.is_shortest = plan.schedule.makespan <= bound;
    if (!plan.is_shortest && effort_.exact_nodes > 0 && suits_exact_search(problem_))
        plan.is_shortest =
            improve_to_shortest(problem_, limits, plan.schedule, effort_.exact_nodes);
    plan.serial_peak = peak_of(problem_, order_of_ends(problem_, plan.schedule));
    return plan;
}

Plan Solver::plan_without_limit(std::uint64_t processors) {
    return plan({processors, unlimited_memory});
}

std::vector<CurvePoint> memory_curve(Solver& solver, std::uint64_t processors) {
    const Plan free = solver.plan_without_limit(processors);
    std::vector<CurvePoint> points;
    const auto add = [&](const Plan& plan) {
        if (!points.empty() && points.back().makespan <= plan.schedule.makespan)
            return;
        // The plan is also a plan for the smaller limit that it really needs, and the bound of that
        // limit is not lower than this one.
        points.push_back({std::max(plan.schedule.peak, solver.least_memory()),
                          plan.schedule.makespan, plan.bounds.largest(), plan.is_shortest});
    };
    std::int64_t last = 0;
    for (const double factor : factors) {
        const auto memory =
            static_cast<std::int64_t>(static_cast<double>(solver.least_memory()) * factor);
        if (memory >= free.schedule.peak)
            break;
        if (memory > last)
            add(solver.plan({processors, memory}));
        last = memory;
    }
    add(free);
    return points;
}

} // namespace ilm
