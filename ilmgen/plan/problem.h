// SPDX-License-Identifier: GPL-2.0-or-later
//
// The problem that a planner solves: steps with their order, their work and their memory.
//
// A step books its hmax (`highest`) while it runs, and its hbal (`balance`) from its end on.  At
// most P steps run at once, and at most M bytes are booked.  The problem is known as
// P | prec, storage | Cmax.  Example: step 0 allocates 100 bytes and frees 70 of them, so it books
// 100 and then 30; step 1, which frees the other 30, books 0 and then -30.  One after the other
// they need 100 bytes.
//
// The steps are the tasks of the run's graph (analysis/task_graph.h), each of which ends with one
// event.  The graph's meetings are steps, too.  A meeting has no thread, and needs no time, no
// memory and no processor. It happens as soon as all steps that it comes after have ended.
#ifndef ILMGEN_PLAN_PROBLEM_H
#define ILMGEN_PLAN_PROBLEM_H

#include "ilmgen/analysis/schedule/task_graph.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace ilm {

/// A list of steps for each step.
class StepLinks {
public:
    /// `pairs_of(take)` must call take(step, other) for each pair. It is called twice, and must
    /// give the pairs in the same order both times.
    template <class PairsOf>
    StepLinks(std::size_t steps, const PairsOf& pairs_of) : begins_(steps + 1) {
        pairs_of([this](TaskIndex step, TaskIndex) { ++begins_[step + 1]; });
        for (std::size_t step = 0; step < steps; ++step)
            begins_[step + 1] += begins_[step];
        others_.resize(begins_.back());
        LargeVector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
        pairs_of([&](TaskIndex step, TaskIndex other) { others_[next[step]++] = other; });
    }
    StepLinks() : begins_(1) {}

    std::span<const TaskIndex> steps_of(TaskIndex step) const {
        return std::span(others_).subspan(begins_[step], begins_[step + 1] - begins_[step]);
    }
    std::size_t size() const { return others_.size(); }

private:
    LargeVector<std::uint64_t> begins_;
    LargeVector<TaskIndex> others_;
};

struct PlanStep {
    std::uint64_t work = 0;
    std::int64_t balance = 0;       ///< bytes
    std::int64_t highest = 0;       ///< bytes, not below 0 or the balance
    ThreadIndex thread = no_thread; ///< no_thread: a meeting
};

/// The steps are numbered so that each step comes only after steps with lower numbers.
struct Problem {
    LargeVector<PlanStep> steps;
    StepLinks before; ///< the steps that a step directly comes after
    StepLinks after;  ///< the other way round
    /// By step: the next one of its thread; no_task: there is none.
    LargeVector<TaskIndex> next;
    /// By step: the work of the longest chain that begins with it.
    LargeVector<std::uint64_t> chain;
    std::size_t threads = 0;
    std::uint64_t work = 0; ///< of all steps
    std::uint64_t span = 0; ///< work of the longest chain
    /// Bytes of blocks that may be freed before they are allocated, because no order forbids it. So
    /// the balances of any set of ended steps sum up to at least -`unordered`.
    std::int64_t unordered = 0;

    std::size_t size() const { return steps.size(); }
    bool is_meeting(TaskIndex step) const { return steps[step].thread == no_thread; }
};

/// Pairs of steps of which one directly follows the other.
using StepPairs = LargeVector<std::pair<TaskIndex, TaskIndex>>;

/// Makes a problem, and computes all its members from the steps and their order. `pairs`: (earlier,
/// later); the earlier step has the lower number.
Problem problem_of(LargeVector<PlanStep> steps, const StepPairs& pairs);

/// The problem of a run. `graph`: its tasks, of all steps (TaskEnds::all_steps). A step that frees
/// a block also comes after the step that has allocated it, because no program can free it earlier.
/// Throws Error if the run's blocks are so large that their sums overflow.
Problem problem_of(const Run& run, const TaskGraph& graph);

/// All steps, each behind those that it comes after.
using SerialOrder = LargeVector<TaskIndex>;

/// The most bytes that are booked at once if the steps run one after the other.
std::int64_t peak_of(const Problem& problem, const SerialOrder& order);

/// The limits of a plan.
struct PlanLimits {
    std::uint64_t processors = 1; ///< not 0
    std::int64_t memory = 0;      ///< bytes
};

/// When each step begins.  It ends when its work is done.
struct Schedule {
    LargeVector<std::uint64_t> start; ///< by step
    SerialOrder order;                ///< of starts; meetings are among them
    std::uint64_t makespan = 0;
    std::int64_t peak = 0; ///< bytes

    std::uint64_t end(const Problem& problem, TaskIndex step) const {
        return start[step] + problem.steps[step].work;
    }
};

/// The steps in the order in which they end in the schedule.  Executed one after the other in this
/// order they need no more memory than the schedule. The reason: when a step ends in the schedule,
/// all steps that run or have ended in the serial execution are booked in the schedule, too, each
/// with at least as many bytes.
SerialOrder order_of_ends(const Problem& problem, const Schedule& schedule);

} // namespace ilm

#endif
