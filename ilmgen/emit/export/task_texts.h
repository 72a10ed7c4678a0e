// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tasks of a run in the words and units of formats for schedulers.
#ifndef ILMGEN_EMIT_EXPORT_TASK_TEXTS_H
#define ILMGEN_EMIT_EXPORT_TASK_TEXTS_H

#include "ilmgen/analysis/schedule/task_graph.h"

#include <string>
#include <unordered_map>

namespace ilm {

class TaskTexts {
public:
    /// `cost`: what the run's work is counted in.
    TaskTexts(const Run& run, const TaskGraph& graph, const std::string& cost);

    /// t3-17, the thread's 17th task; meeting-18, the graph's 18th task.  Letters, digits and -.
    std::string id(TaskIndex task) const;
    /// The event at the task's end, and its place: acq mutex queue_lock in FUNCTION (FILE:LINE).
    std::string name(TaskIndex task);
    /// The exact number of seconds, in decimal.
    std::string seconds(std::uint64_t work) const;

    /// The profiled program's name without its folder; never empty.
    std::string program() const;
    /// Explains the tasks and numbers of a file in a few sentences.
    std::string description() const;
    /// The clock rate of a processor on which a unit of cost takes one cycle; 0: the unit is a
    /// time.
    unsigned assumed_mhz() const;

private:
    std::string event(const RunStep& step);
    const std::string& object(ObjectIndex object);
    const std::string& place(StackNumber at);

    const Run& run_;
    const TaskGraph& graph_;
    const std::string& cost_;
    /// By task: its number among the tasks of its thread, from 1.
    LargeVector<std::uint32_t> numbers_;
    std::vector<std::string> objects_; ///< their names, as far as they are known
    std::unordered_map<StackNumber, std::string> places_;
};

} // namespace ilm

#endif
