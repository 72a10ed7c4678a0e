// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run as a graph of tasks with costs at its vertices, in the form that schedulers need.
//
// A task is what a thread does between two events that order threads. A task can begin when the
// event before the task has happened. So a task comes after the task that this event ends, and
// after the tasks that end with the events for which this event waited. Therefore a release holds
// up the task that follows the acquire, but not the work before the acquire. The longest chain of
// tasks is the span of the ILM, and the sum of all tasks is its work. A thread that begins late in
// a log (RunThread::delay) begins with the run here, because these graphs have no times. If many
// tasks wait for the same many events, as at a barrier, a task without work is put between them: a
// meeting.
#ifndef ILMGEN_ANALYSIS_TASK_GRAPH_H
#define ILMGEN_ANALYSIS_TASK_GRAPH_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <span>

namespace ilm {

using TaskIndex = std::uint32_t;
constexpr TaskIndex no_task = ~TaskIndex{0};

struct Task {
    std::uint64_t work = 0;       ///< in the log's unit of cost
    std::int64_t heap_change = 0; ///< bytes, from its beginning to its end
    std::int64_t heap_growth = 0; ///< bytes, from its beginning to its highest; not below 0
    StepIndex end = no_step; ///< the step that ends it; for a meeting, the first step behind it
    ThreadIndex thread = no_thread; ///< no_thread: a meeting, or the one task of an empty run
    std::uint32_t parents = 0;      ///< where they begin in TaskGraph::parents
    std::uint32_t n_parents = 0;
};

struct TaskGraph {
    LargeVector<Task> tasks; ///< a task comes after those that it depends on; at least one
    /// The parents of all tasks. Between the parents of two tasks there may be unused elements.
    LargeVector<TaskIndex> parents;

    /// The parents are in order, and each is there once.
    std::span<const TaskIndex> parents_of(TaskIndex task) const {
        return {parents.data() + tasks[task].parents, tasks[task].n_parents};
    }

    /// The work of the longest chain.
    std::uint64_t longest_chain() const;
};

/// The events that end a task: those that order threads, or every step.
enum class TaskEnds : std::uint8_t { ordering_events, all_steps };

/// Most edges that a longer path implies are left out; those that would take long to find stay.
TaskGraph task_graph(const Run& run, TaskEnds ends = TaskEnds::ordering_events);

} // namespace ilm

#endif
