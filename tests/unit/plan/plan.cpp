// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/booking.h"
#include "ilmgen/plan/bounds.h"
#include "ilmgen/plan/closure.h"
#include "ilmgen/plan/exact.h"
#include "ilmgen/plan/generation.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/rest_tree.h"
#include "ilmgen/plan/solver.h"
#include "tests/unit/plan/random_problem.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

using namespace ilm;
using test::Trace;

namespace {

constexpr std::int64_t plenty = std::numeric_limits<std::int64_t>::max() / 4;

/// Small enough that all orders and all schedules can be tried.
Problem small_problem(unsigned seed) {
    test::ProblemShape shape;
    shape.steps = 5 + seed % 4;
    shape.threads = static_cast<ThreadIndex>(2 + seed % 3);
    shape.least_work = seed % 5 == 0 ? 0 : 1;
    shape.most_work = 4;
    return test::random_problem(shape, seed + 1);
}

/// A bit for each step.
using StepBits = std::uint32_t;

bool can_follow(const Problem& problem, StepBits ended, TaskIndex step) {
    const auto before = problem.before.steps_of(step);
    return std::all_of(before.begin(), before.end(),
                       [ended](TaskIndex other) { return (ended >> other & 1) != 0; });
}

/// The least peak of all orders, which are all tried.
class AllOrders {
public:
    explicit AllOrders(const Problem& problem) : problem_(problem) { follow(0, 0, 0); }
    std::int64_t least_peak() const { return least_; }

private:
    void follow(StepBits ended, std::int64_t booked, std::int64_t peak) {
        if (ended == (StepBits{1} << problem_.size()) - 1)
            least_ = std::min(least_, peak);
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if ((ended >> step & 1) == 0 && can_follow(problem_, ended, step))
                follow(ended | StepBits{1} << step, booked + problem_.steps[step].balance,
                       std::max(peak, booked + problem_.steps[step].highest));
    }

    const Problem& problem_;
    std::int64_t least_ = plenty;
};

/// The shortest schedule: at each unit of time any of the steps begin that may, or none.
class AllSchedules {
public:
    AllSchedules(const Problem& problem, const PlanLimits& limits)
        : problem_(problem), limits_(limits), left_(problem.size()) {
        begin_any(0, 0, 0, 0, 0);
    }
    std::uint64_t shortest() const { return shortest_; }

private:
    /// Time passes for all that run, and those end that have no work left.
    void pass(std::uint64_t time, StepBits begun, StepBits ended, std::int64_t booked) {
        const std::vector<std::uint64_t> before = left_;
        std::size_t running = 0;
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if ((begun & ~ended) >> step & 1) {
                if (--left_[step] > 0)
                    ++running;
                else
                    end(step, ended, booked);
            }
        begin_any(time + 1, begun, ended, booked, running);
        left_ = before;
    }

    void end(TaskIndex step, StepBits& ended, std::int64_t& booked) const {
        ended |= StepBits{1} << step;
        booked += problem_.steps[step].balance - problem_.steps[step].highest;
    }

    void begin_any(std::uint64_t time, StepBits begun, StepBits ended, std::int64_t booked,
                   std::size_t running) {
        if (time >= shortest_)
            return;
        if (ended == (StepBits{1} << problem_.size()) - 1) {
            shortest_ = time;
            return;
        }
        for (TaskIndex step = 0; step < problem_.size(); ++step) {
            const PlanStep& plan_step = problem_.steps[step];
            if ((begun >> step & 1) != 0 || !can_follow(problem_, ended, step) ||
                running == limits_.processors || booked + plan_step.highest > limits_.memory)
                continue;
            StepBits now_ended = ended;
            std::int64_t now_booked = booked + plan_step.highest;
            left_[step] = plan_step.work;
            if (plan_step.work == 0)
                end(step, now_ended, now_booked);
            begin_any(time, begun | StepBits{1} << step, now_ended, now_booked,
                      running + (plan_step.work > 0 ? 1 : 0));
        }
        if (running > 0)
            pass(time, begun, ended, booked);
    }

    const Problem& problem_;
    const PlanLimits limits_;
    std::vector<std::uint64_t> left_; ///< by step: work
    std::uint64_t shortest_ = std::numeric_limits<std::uint64_t>::max();
};

/// The least memory with which any set of ended steps lets these steps run, by trying all sets.
std::int64_t least_booked_by_trying(const Problem& problem, TaskIndex a, TaskIndex b) {
    std::int64_t least = plenty;
    for (StepBits ended = 0; ended < StepBits{1} << problem.size(); ++ended) {
        std::int64_t booked = problem.steps[a].highest + (a == b ? 0 : problem.steps[b].highest);
        bool is_possible = ((ended >> a | ended >> b) & 1) == 0 && can_follow(problem, ended, a) &&
                           can_follow(problem, ended, b);
        for (TaskIndex step = 0; step < problem.size(); ++step)
            if (ended >> step & 1) {
                is_possible = is_possible && can_follow(problem, ended, step);
                booked += problem.steps[step].balance;
            }
        if (is_possible)
            least = std::min(least, booked);
    }
    return least;
}

void check_plan_of(const Problem& problem, Solver& solver, const PlanLimits& limits) {
    Plan plan = solver.plan(limits);
    Schedule again = plan.schedule;
    CHECK(is_valid(problem, limits, again));
    CHECK(again.peak == plan.schedule.peak);
    CHECK(again.makespan == plan.schedule.makespan);
    CHECK(plan.bounds.largest() <= plan.schedule.makespan);
    CHECK(plan.serial_peak <= plan.schedule.peak);
}

} // namespace

TEST_CASE("the least memory is that of the best of all orders") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Problem problem = small_problem(seed);
        const Solver solver(problem);
        CHECK(solver.least_memory() == AllOrders(problem).least_peak());
        CHECK(solver.is_least_memory_exact());
        CHECK(least_memory_bound(problem, 1'000'000) <= solver.least_memory());
        CHECK(least_memory_bound(problem, 0) <= least_memory_bound(problem, 1'000'000));
    }
}

TEST_CASE("an order is found exactly where there is one, whatever the seed") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Problem problem = small_problem(seed);
        const std::int64_t least = AllOrders(problem).least_peak();
        for (std::uint64_t random = 0; random < 4; ++random) {
            Effort effort{1'000'000};
            const BoundedOrder found = search_order(problem, least, effort, random);
            REQUIRE(found.found == SearchResult::yes);
            CHECK(peak_of(problem, found.order) <= least);
            CHECK(search_order(problem, least - 1, effort, random).found == SearchResult::no);
        }
        Effort none{1};
        CHECK(search_order(problem, least - 1, none).found != SearchResult::yes);
    }
}

TEST_CASE("plans of small problems are the shortest of all schedules") {
    for (unsigned seed = 0; seed < test::inputs(60); ++seed) {
        CAPTURE(seed);
        const Problem problem = small_problem(seed);
        Solver solver(problem);
        for (const std::uint64_t processors : {1U, 2U, 3U})
            for (const double factor : {1.0, 1.2, 1.6}) {
                CAPTURE(processors);
                CAPTURE(factor);
                const PlanLimits limits{
                    processors,
                    static_cast<std::int64_t>(static_cast<double>(solver.least_memory()) * factor)};
                const Plan plan = solver.plan(limits);
                CHECK(plan.is_shortest);
                CHECK(plan.schedule.makespan == AllSchedules(problem, limits).shortest());
                check_plan_of(problem, solver, limits);
            }
    }
}

TEST_CASE("the memory while steps run is the least of all sets of ended ones") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        const Problem problem = small_problem(seed);
        for (TaskIndex b = 0; b < problem.size(); ++b) {
            CHECK(least_booked_while(problem, {b}) == least_booked_by_trying(problem, b, b));
            const LargeVector<bool> before = all_before(problem, b);
            for (TaskIndex a = 0; a < b; ++a)
                if (!before[a])
                    CHECK(least_booked_while(problem, {a, b}) ==
                          least_booked_by_trying(problem, a, b));
        }
    }
}

TEST_CASE("the tree says what the rest of an order needs") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        const Problem problem = test::random_problem({40, 5, 1, 9}, seed + 1);
        const SerialOrder order = greedy_order(problem);
        RestTree tree(problem, order);
        std::vector<bool> is_removed(order.size());
        for (unsigned i = 0; i < order.size(); ++i) {
            const std::size_t place = (i * 17 + seed) % order.size();
            SerialOrder rest;
            for (std::size_t other = 0; other < place; ++other)
                if (!is_removed[other])
                    rest.push_back(order[other]);
            CHECK(tree.most_before(place) == peak_of(problem, rest));
            tree.remove(place);
            is_removed[place] = true;
        }
    }
}

TEST_CASE("booking never gets stuck with what its order needs, and keeps the limits") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Problem problem =
            test::random_problem({20 + seed, 3 + seed % 20, seed % 3, 50}, seed + 1);
        for (const SerialOrder& order : {greedy_order(problem), greedy_order(problem, seed + 1)})
            for (const std::uint64_t processors : {1U, 2U, 7U, 1000U}) {
                const PlanLimits limits{processors, peak_of(problem, order)};
                Schedule schedule = book(problem, limits, longest_chain_first(problem), order);
                CHECK(schedule.order.size() == problem.size());
                const Schedule said = schedule;
                CHECK(is_valid(problem, limits, schedule));
                CHECK(schedule.makespan == said.makespan);
                CHECK(schedule.peak <= said.peak);
                CHECK(peak_of(problem, order_of_ends(problem, schedule)) <= schedule.peak);
            }
    }
}

TEST_CASE("larger plans keep their limits and bounds") {
    for (unsigned seed = 0; seed < test::inputs(3); ++seed) {
        CAPTURE(seed);
        const Problem problem = test::random_problem({60 + 20 * seed, 6, 1, 100}, seed + 1);
        Solver solver(problem);
        CHECK(solver.least_memory_bound() <= solver.least_memory());
        for (const std::uint64_t processors : {1U, 4U})
            check_plan_of(problem, solver, {processors, solver.least_memory() + seed % 3});
        const std::vector<CurvePoint> curve = memory_curve(solver, 4);
        CHECK(curve.front().memory == solver.least_memory());
        for (std::size_t i = 1; i < curve.size(); ++i) {
            CHECK(curve[i].memory > curve[i - 1].memory);
            CHECK(curve[i].makespan < curve[i - 1].makespan);
        }
    }
}

TEST_CASE("a run of any order gives a problem whose schedules need no more than any schedule") {
    for (unsigned seed = 0; seed < test::inputs(100); ++seed) {
        CAPTURE(seed);
        const Run run = test::run_of(test::random_working_trace(seed, 40 + seed % 60));
        const PlannedRun planned(run);
        Solver solver(planned.problem);
        Plan plan = solver.plan_without_limit(8);
        Schedule again = plan.schedule;
        CHECK(is_valid(planned.problem, plan.limits, again));
        REQUIRE(planned.enough_memory);
        CHECK(plan.schedule.peak <= static_cast<std::int64_t>(*planned.enough_memory));
        CHECK(planned.problem.span <= planned.problem.work);
    }
}

TEST_CASE("threads are named by the forks that lead to them") {
    Trace trace;
    trace.fork(1, 7);
    trace.fork(1, 3);
    trace.fork(3, 9);
    trace.exit(9);
    trace.fork(3, 4);
    const Run run = test::run_of(trace);
    const StepNames names(run);
    using Path = std::vector<std::uint32_t>;
    std::map<ThreadId, Path> paths;
    for (ThreadIndex thread = 0; thread < run.threads.size(); ++thread)
        paths[run.threads[thread].id] = names.path(thread);
    CHECK(paths == std::map<ThreadId, Path>{{1, {}}, {7, {1}}, {3, {2}}, {9, {2, 1}}, {4, {2, 2}}});
    CHECK(names.nth(0) == 1);
    CHECK(names.nth(1) == 2);
    CHECK(names.nth(2) == 1);
    CHECK(names.nth(4) == 2);
}

TEST_CASE("a step that frees a block comes after the one that has allocated it") {
    Trace trace;
    trace.fork(1, 2);
    trace.alloc(1, 0x1000, 100, 50);
    trace.rel(1, 8);
    trace.free(2, 0x1000, 100);
    trace.exit(2);
    const Run run = test::run_of(trace);
    const PlannedRun planned(run);
    CHECK(planned.problem.unordered == 0);
    Solver solver(planned.problem);
    CHECK(solver.plan_without_limit(2).schedule.start[2] == 50);
}

TEST_CASE("what cannot be a plan's run is refused") {
    Trace trace;
    trace.rel(1, 9);
    trace.rel(2, 9); // nobody has forked thread 2
    const Run run = test::run_of(trace);
    CHECK_THROWS_WITH(PlannedRun{run},
                      doctest::Contains("thread 2 was not created by a thread of the trace"));
    Trace large;
    large.alloc(1, 0x1000, std::uint64_t{1} << 61);
    const Run run_of_large = test::run_of(large);
    CHECK_THROWS_WITH(PlannedRun{run_of_large}, doctest::Contains("cannot be made"));
}
