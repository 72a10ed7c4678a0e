// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/planned_run.h"

#include "ilmgen/analysis/memory/any_schedule.h"

namespace ilm {

namespace {

std::optional<std::uint64_t> enough(const Run& run, LockTurns turns) {
    const WorstHeap worst = worst_heap(run, turns);
    return worst.known ? std::optional(worst.bytes) : std::nullopt;
}

} // namespace

PlannedRun::PlannedRun(const Run& run)
    : run(run), graph(task_graph(run, TaskEnds::all_steps)), names(run),
      problem(problem_of(run, graph)), hash(hash_of_steps(run, graph, names)),
      enough_memory(enough(run, LockTurns::recorded)),
      enough_memory_any_locks(enough(run, LockTurns::any)) {}

} // namespace ilm
