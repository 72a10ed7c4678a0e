// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/problem.h"

#include "ilmgen/model/error.h"

#include <algorithm>
#include <limits>

namespace ilm {

namespace {

/// Sums of balances stay far from the limits of 64 bits.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 60;

void check_sizes(const Run& run) {
    std::uint64_t left = most_bytes;
    for (const RunBlock& block : run.blocks) {
        if (block.size > left)
            throw Error("a plan of this run cannot be made, because its heap blocks have over " +
                        std::to_string(most_bytes) + " bytes in total");
        left -= block.size;
    }
}

void find_next(Problem& problem) {
    problem.next.assign(problem.size(), no_task);
    LargeVector<TaskIndex> last;
    for (TaskIndex step = 0; step < problem.size(); ++step) {
        const ThreadIndex thread = problem.steps[step].thread;
        if (thread == no_thread)
            continue;
        if (thread >= last.size())
            last.resize(thread + 1, no_task);
        if (last[thread] != no_task)
            problem.next[last[thread]] = step;
        last[thread] = step;
    }
    problem.threads = last.size();
}

void find_chains(Problem& problem) {
    problem.chain.resize(problem.size());
    for (auto step = static_cast<TaskIndex>(problem.size()); step-- > 0;) {
        std::uint64_t longest = 0;
        for (const TaskIndex later : problem.after.steps_of(step))
            longest = std::max(longest, problem.chain[later]);
        problem.chain[step] = longest + problem.steps[step].work;
        problem.work += problem.steps[step].work;
        problem.span = std::max(problem.span, problem.chain[step]);
    }
}

/// Adds the order between the steps that allocate and those that free blocks.
class Handovers {
public:
    Handovers(const Run& run, const TaskGraph& graph) : run_(run), ended_(run.steps.size()) {
        for (TaskIndex task = 0; task < graph.tasks.size(); ++task)
            if (graph.tasks[task].thread != no_thread)
                ended_[graph.tasks[task].end] = task;
    }

    /// Returns the bytes for which there is no such order.
    std::int64_t add_to(StepPairs& pairs) {
        LargeVector<StepIndex> begun(run_.blocks.size(), no_step);
        std::int64_t unordered = 0;
        LargeVector<const RunLife*> ends;
        for (const RunLife& life : run_.lives)
            if (life.begins)
                begun[life.block] = life.step;
            else
                ends.push_back(&life);
        const std::size_t first = pairs.size();
        for (const RunLife* const life : ends)
            if (begun[life->block] > life->step) // also if it is not known where it has begun
                unordered += static_cast<std::int64_t>(run_.blocks[life->block].size);
            else if (thread(begun[life->block]) != thread(life->step))
                pairs.emplace_back(ended_[begun[life->block]], ended_[life->step]);
        const auto added = pairs.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(added, pairs.end());
        pairs.erase(std::unique(added, pairs.end()), pairs.end());
        return unordered;
    }

private:
    ThreadIndex thread(StepIndex step) const { return run_.steps[step].thread; }

    const Run& run_;
    LargeVector<TaskIndex> ended_; ///< by step: the task that it ends
};

} // namespace

Problem problem_of(LargeVector<PlanStep> steps, const StepPairs& pairs) {
    Problem problem;
    problem.steps = std::move(steps);
    const std::size_t size = problem.size();
    problem.before = StepLinks(size, [&](const auto& take) {
        for (const auto& [earlier, later] : pairs)
            take(later, earlier);
    });
    problem.after = StepLinks(size, [&](const auto& take) {
        for (const auto& [earlier, later] : pairs)
            take(earlier, later);
    });
    find_next(problem);
    find_chains(problem);
    return problem;
}

Problem problem_of(const Run& run, const TaskGraph& graph) {
    check_sizes(run);
    LargeVector<PlanStep> steps;
    steps.reserve(graph.tasks.size());
    StepPairs pairs;
    pairs.reserve(graph.parents.size());
    for (TaskIndex task = 0; task < graph.tasks.size(); ++task) {
        const Task& this_task = graph.tasks[task];
        steps.push_back(
            {this_task.work, this_task.heap_change, this_task.heap_growth, this_task.thread});
        for (const TaskIndex parent : graph.parents_of(task))
            pairs.emplace_back(parent, task);
    }
    const std::int64_t unordered = Handovers(run, graph).add_to(pairs);
    Problem problem = problem_of(std::move(steps), pairs);
    problem.unordered = unordered;
    return problem;
}

std::int64_t peak_of(const Problem& problem, const SerialOrder& order) {
    std::int64_t booked = 0;
    std::int64_t peak = 0;
    for (const TaskIndex step : order) {
        peak = std::max(peak, booked + problem.steps[step].highest);
        booked += problem.steps[step].balance;
    }
    return peak;
}

SerialOrder order_of_ends(const Problem& problem, const Schedule& schedule) {
    // Steps that end together stay in the order in which they start, so that one without work is
    // behind what it comes after.
    LargeVector<std::pair<std::uint64_t, TaskIndex>> ends;
    ends.reserve(schedule.order.size());
    for (const TaskIndex step : schedule.order)
        ends.emplace_back(schedule.end(problem, step), step);
    sort_stably(ends, [](const auto& a, const auto& b) { return a.first < b.first; });
    SerialOrder order;
    order.reserve(ends.size());
    for (const auto& [end, step] : ends)
        order.push_back(step);
    return order;
}

} // namespace ilm
