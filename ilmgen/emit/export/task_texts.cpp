// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/task_texts.h"

#include "ilmgen/analysis/said/names.h"

namespace ilm {

namespace {

/// The decimal place of a second that stands for a unit of cost: 6 for `us`, 9 for all others.
/// Instructions, counters and ticks of an unknown clock count as nanoseconds.
std::size_t places_of(const std::string& cost) {
    return cost == "us" ? 6 : 9;
}

} // namespace

TaskTexts::TaskTexts(const Run& run, const TaskGraph& graph, const std::string& cost)
    : run_(run), graph_(graph), cost_(cost), objects_(run.objects.size()) {
    std::vector<std::uint32_t> last(run.threads.size());
    for (const Task& task : graph.tasks)
        numbers_.push_back(task.thread == no_thread ? 0 : ++last[task.thread]);
}

std::string TaskTexts::id(TaskIndex task) const {
    if (numbers_[task] == 0)
        return "meeting-" + std::to_string(task + 1);
    const RunThread& thread = run_.threads[graph_.tasks[task].thread];
    return "t" + std::to_string(thread.id) + "-" + std::to_string(numbers_[task]);
}

std::string TaskTexts::name(TaskIndex task) {
    const StepIndex end = graph_.tasks[task].end;
    if (end == no_step)
        return "nothing";
    const std::string& where = place(run_.steps[end].at);
    return event(run_.steps[end]) + (where.empty() ? "" : " in " + where);
}

std::string TaskTexts::event(const RunStep& step) {
    switch (step.kind) {
    case Kind::fork: return "fork";
    case Kind::join: return "join";
    case Kind::exit: return "exit";
    case Kind::rel: return "rel " + object(step.other);
    case Kind::acq: return "acq " + object(step.other);
    default: return "end";
    }
}

const std::string& TaskTexts::object(ObjectIndex object) {
    std::string& name = objects_[object];
    if (name.empty())
        name = short_name(object_name(run_, object));
    return name;
}

const std::string& TaskTexts::place(StackNumber at) {
    const auto [found, is_new] = places_.try_emplace(at);
    if (is_new)
        found->second = short_name(place_name(run_, at));
    return found->second;
}

std::string TaskTexts::seconds(std::uint64_t work) const {
    const std::size_t places = places_of(cost_);
    std::string digits = std::to_string(work);
    if (digits.size() <= places)
        digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits + (digits.back() == '.' ? "0" : "");
}

std::string TaskTexts::program() const {
    const std::string path = run_.command.substr(0, run_.command.find(' '));
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.empty() ? "run" : name;
}

std::string TaskTexts::description() const {
    const std::string unit = assumed_mhz() == 0 ? "as the log has them, in " + cost_
                                                : cost_ + " at an assumed 1000000000 a second";
    return "ilmgen: what each thread of a recorded run did between two events that order threads. "
           "Runtimes are " +
           unit +
           ". The makespan is the longest chain of tasks, as on processors enough. Data that flows "
           "between tasks is not known.";
}

unsigned TaskTexts::assumed_mhz() const {
    return cost_ == "ns" || cost_ == "us" ? 0 : 1000;
}

} // namespace ilm
