// SPDX-License-Identifier: GPL-2.0-or-later
//
// How good plans are, and how long they take to make.
//
//   random quality         random problems of 14 to 25 steps, whose best plans are known
//   random speed STEPS     random problems of so many steps
//   random replay TRACE P  a trace: the planner, and the plain replay of the same run
#include "bench/plans/methods.h"
#include "bench/plans/run_of_trace.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/model/error.h"
#include "ilmgen/plan/booking.h"
#include "ilmgen/plan/exact.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"
#include "tests/unit/plan/random_problem.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>

namespace {

using namespace ilm;

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Ratios to the shortest makespan.
struct Ratios {
    int feasible = 0;
    double sum = 0;
    double worst = 0;

    void add(std::uint64_t makespan, std::uint64_t shortest) {
        const double ratio = static_cast<double>(makespan) / static_cast<double>(shortest);
        ++feasible;
        sum += ratio;
        worst = std::max(worst, ratio);
    }
    void print() const {
        std::printf(" | %d, %.3f/%.2f", feasible, feasible > 0 ? sum / feasible : 0, worst);
    }
};

constexpr int problems = 60;

Problem problem_number(int number) {
    test::ProblemShape shape;
    shape.steps = static_cast<std::size_t>(14 + number % 12);
    shape.threads = static_cast<ThreadIndex>(3 + number % 4);
    return test::random_problem(shape, static_cast<unsigned>(number + 1));
}

void measure_quality(double factor) {
    SolverEffort no_exact;
    no_exact.exact_nodes = 0;
    Ratios fit;
    Ratios booked;
    Ratios improved;
    Ratios bound;
    int unknown = 0;
    for (int number = 0; number < problems; ++number) {
        const Problem problem = problem_number(number);
        Solver solver(problem, nullptr, no_exact);
        const PlanLimits limits{
            4, static_cast<std::int64_t>(static_cast<double>(solver.least_memory()) * factor)};
        const Plan plan = solver.plan(limits);
        Schedule shortest = plan.schedule;
        if (!improve_to_shortest(problem, limits, shortest, 5'000'000)) {
            ++unknown;
            continue;
        }
        improved.add(plan.schedule.makespan, shortest.makespan);
        bound.add(shortest.makespan, plan.bounds.largest());
        const LeastMemory least = find_least_memory(problem, 0, {1'000'000});
        booked.add(
            book(problem, limits, longest_chain_first(problem), least.orders.front()).makespan,
            shortest.makespan);
        if (const auto schedule = bench::first_fit(problem, limits, {}))
            fit.add(schedule->makespan, shortest.makespan);
    }
    std::printf("| %.2f", factor);
    for (const Ratios& ratios : {fit, booked, improved, bound})
        ratios.print();
    std::printf(" | %d |\n", unknown);
}

void measure_quality() {
    int exact = 0;
    for (int number = 0; number < problems; ++number) {
        const Problem problem = problem_number(number);
        exact += Solver(problem).is_least_memory_exact() ? 1 : 0;
    }
    std::printf("%d random problems, 4 processors; the least memory is exact in %d.\n"
                "Feasible ones, mean and worst ratio to the shortest plan:\n\n"
                "| memory / least | first fit | booked | improved | shortest / bound | not solved "
                "|\n| --- | --- | --- | --- | --- | --- |\n",
                problems, exact);
    for (const double factor : {1.0, 1.1, 1.25, 1.5, 2.0})
        measure_quality(factor);
}

void measure_speed(std::size_t steps) {
    for (const ThreadIndex threads : {8U, 64U, 256U}) {
        test::ProblemShape shape{steps, threads, 1, 1000};
        const Problem problem = test::random_problem(shape, 7);
        const double begin = cpu_seconds();
        Solver solver(problem);
        const double ordered = cpu_seconds();
        for (const double factor : {1.0, 1.25}) {
            const double before = cpu_seconds();
            const Plan plan = solver.plan(
                {threads / 2,
                 static_cast<std::int64_t>(static_cast<double>(solver.least_memory()) * factor)});
            std::printf(
                "%zu steps, %u threads, %u processors, %.2f of %lld bytes: order %.2f s, plan "
                "%.2f s, makespan / bound %.3f\n",
                steps, threads, threads / 2, factor, static_cast<long long>(solver.least_memory()),
                ordered - begin, cpu_seconds() - before,
                static_cast<double>(plan.schedule.makespan) /
                    static_cast<double>(plan.bounds.largest()));
        }
    }
}

void measure_replay(const std::string& file, std::uint32_t processors) {
    const Run run = bench::run_of_trace(file);
    const double memory = peak_megabytes();
    const double begin = cpu_seconds();
    const std::uint64_t time = replay(run, {processors, LockOrder::recorded}).time;
    const double replayed = cpu_seconds();
    const double replay_memory = peak_megabytes();
    const TaskGraph graph = task_graph(run, TaskEnds::all_steps);
    const Problem problem = problem_of(run, graph);
    const double made = cpu_seconds();
    Solver solver(problem);
    const double ordered = cpu_seconds();
    const Plan plan = solver.plan({processors, solver.least_memory()});
    const double planned = cpu_seconds();
    const double plan_memory = peak_megabytes();
    const PlannedRun all(run);
    const double cut = cpu_seconds() - planned - (made - replayed);
    std::printf(
        "%zu steps: replay %.2f s; graph %.2f s, orders %.2f s, plan %.2f s: %.1f times the "
        "replay; two cuts %.2f s\n"
        "MB at most: run %.0f, replay %.0f, plan %.0f\n"
        "replay without a limit %llu, plan within %lld bytes %llu, bound %llu\n",
        run.steps.size(), replayed - begin, made - replayed, ordered - made, planned - ordered,
        (planned - replayed) / (replayed - begin), cut, memory, replay_memory, plan_memory,
        static_cast<unsigned long long>(time), static_cast<long long>(solver.least_memory()),
        static_cast<unsigned long long>(plan.schedule.makespan),
        static_cast<unsigned long long>(plan.bounds.largest()));
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() == 1 && words[0] == "quality")
            measure_quality();
        else if (words.size() == 2 && words[0] == "speed")
            measure_speed(std::stoul(words[1]));
        else if (words.size() == 3 && words[0] == "replay")
            measure_replay(words[1], static_cast<std::uint32_t>(std::stoul(words[2])));
        else
            throw Error("quality | speed STEPS | replay TRACE PROCESSORS");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "random: %s\n", error.what());
        return 1;
    }
}
