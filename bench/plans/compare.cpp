// SPDX-License-Identifier: GPL-2.0-or-later
//
// Plans one graph of the benchmark by all methods, within all limits.
//
//   compare TRACE SEARCH
//
// TRACE is a trace of hpcmp. SEARCH says how many times as much as usually is tried to find the
// best known plan; 0: nothing more. A line of JSON says what the graph is, then each of twelve
// lines what the methods make of one problem: 2, 4 and 8 processors, and 1, 1.25, 1.5 and 2 times
// the least memory. A schedule is a list of [number of the thread, which step of it, start], in the
// order of starts; null: the method has none.
#include "bench/plans/methods.h"
#include "bench/plans/run_of_trace.h"
#include "ilmgen/model/error.h"
#include "ilmgen/plan/exact.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"

#include <array>
#include <cstdio>
#include <string>

namespace {

using namespace ilm;

constexpr std::array<std::uint64_t, 3> all_processors = {2, 4, 8};
constexpr std::array factors = {1.0, 1.25, 1.5, 2.0};
constexpr std::uint64_t nodes_for_a_search = 3'000'000;

class Comparison {
public:
    Comparison(const PlannedRun& run, std::uint64_t search)
        : run_(run), problem_(run.problem), search_(search), solver_(run.problem),
          least_(find_least_memory(run.problem, solver_.least_memory_bound(), {300'000'000})) {}

    void write() {
        std::printf(R"({"trace":"%s","steps":%zu,"threads":%zu,"work":%llu,"span":%llu,)"
                    R"("least_memory":%lld,"least_memory_bound":%lld,"enough_memory":%lld})"
                    "\n",
                    run_.hash.c_str(), steps(), run_.run.threads.size(),
                    static_cast<unsigned long long>(problem_.work),
                    static_cast<unsigned long long>(problem_.span),
                    static_cast<long long>(solver_.least_memory()),
                    static_cast<long long>(solver_.least_memory_bound()),
                    static_cast<long long>(run_.enough_memory.value_or(0)));
        for (const std::uint64_t processors : all_processors)
            for (const double factor : factors)
                write_problem(processors, factor);
    }

private:
    void write_problem(std::uint64_t processors, double factor) {
        const auto memory =
            static_cast<std::int64_t>(static_cast<double>(solver_.least_memory()) * factor);
        const PlanLimits limits{processors, memory};
        const Plan plan = solver_.plan(limits);
        std::printf(R"({"processors":%llu,"factor":%g,"memory":%lld,"bound":%llu,"exact":%s,)",
                    static_cast<unsigned long long>(processors), factor,
                    static_cast<long long>(memory),
                    static_cast<unsigned long long>(plan.bounds.largest()),
                    plan.is_shortest ? "true" : "false");
        std::printf(R"("methods":{)");
        const SerialOrder& serial = least_.orders.front();
        write_method("first_fit", bench::first_fit(problem_, limits, serial));
        write_method("heft", bench::heft(problem_, limits, serial));
        write_method("mem_heft", bench::mem_heft(problem_, limits, serial));
        write_method("activation", bench::activation(problem_, limits, serial));
        write_method("booking", book(problem_, limits, longest_chain_first(problem_), serial));
        write_method("improved", plan.schedule);
        const auto [schedule, is_shortest] = searched(limits, plan);
        write_method("search", schedule, "}");
        std::printf(R"(,"search_exact":%s})"
                    "\n",
                    is_shortest ? "true" : "false");
    }

    std::size_t steps() const {
        std::size_t count = 0;
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            count += problem_.is_meeting(step) ? 0 : 1;
        return count;
    }

    /// Much more than a plan is worth to its user, for the best known one.
    std::pair<Schedule, bool> searched(const PlanLimits& limits, const Plan& plan) {
        if (search_ == 0 || plan.is_shortest)
            return {plan.schedule, plan.is_shortest};
        ImproveEffort effort = improve_effort(problem_.size());
        effort.bookings *= search_;
        effort.generations *= search_;
        const std::uint64_t bound = plan.bounds.largest();
        Schedule schedule = improved_schedule(problem_, limits, least_.orders, bound, effort);
        if (plan.schedule.makespan < schedule.makespan)
            schedule = plan.schedule;
        bool is_shortest = schedule.makespan <= bound;
        if (!is_shortest && suits_exact_search(problem_))
            is_shortest =
                improve_to_shortest(problem_, limits, schedule, search_ * nodes_for_a_search);
        return {std::move(schedule), is_shortest};
    }

    void write_method(const char* name, const std::optional<Schedule>& schedule,
                      const char* behind = ",") const {
        std::printf(R"("%s":)", name);
        if (schedule)
            write_schedule(*schedule);
        else
            std::printf("null");
        std::printf("%s", behind);
    }

    void write_schedule(const Schedule& schedule) const {
        const char* between = "[";
        for (const TaskIndex step : schedule.order) {
            if (problem_.is_meeting(step))
                continue;
            const Task& task = run_.graph.tasks[step];
            std::printf("%s[%llu,%u,%llu]", between,
                        static_cast<unsigned long long>(run_.run.threads[task.thread].id),
                        run_.names.nth(task.end),
                        static_cast<unsigned long long>(schedule.start[step]));
            between = ",";
        }
        std::printf("]");
    }

    const PlannedRun& run_;
    const Problem& problem_;
    const std::uint64_t search_;
    Solver solver_;
    const LeastMemory least_; ///< the same as the solver's, with its orders
};

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() != 2)
            throw Error("TRACE SEARCH");
        const Run run = bench::run_of_trace(words[0]);
        const PlannedRun planned(run);
        Comparison(planned, std::stoul(words[1])).write();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "compare: %s\n", error.what());
        return 1;
    }
}
