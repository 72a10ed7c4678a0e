// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tasks of a run for WfCommons and other tools for workflows.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/emit/export/task_texts.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace ilm {

namespace {

/// The schema requires a date, and readers parse it, but the run has none. So this is the beginning
/// of Unix time, which stands for the beginning of the run.
constexpr const char* no_date = "1970-01-01T00:00:00+00:00";
constexpr const char* machine = "assumed";

/// The tasks that depend on each task.
class Children {
public:
    explicit Children(const TaskGraph& graph) : begins_(graph.tasks.size() + 1) {
        const auto count = static_cast<TaskIndex>(graph.tasks.size());
        for (TaskIndex task = 0; task < count; ++task)
            for (const TaskIndex parent : graph.parents_of(task))
                ++begins_[parent + 1];
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
        children_.resize(begins_.back());
        LargeVector<std::uint64_t> next = begins_;
        for (TaskIndex task = 0; task < count; ++task)
            for (const TaskIndex parent : graph.parents_of(task))
                children_[next[parent]++] = task;
    }

    std::span<const TaskIndex> children_of(TaskIndex task) const {
        return std::span(children_).subspan(begins_[task], begins_[task + 1] - begins_[task]);
    }

private:
    LargeVector<std::uint64_t> begins_;
    LargeVector<TaskIndex> children_;
};

class WfWriter {
public:
    /// `plan`: null if there is none.
    WfWriter(const Run& run, const TaskGraph& graph, const ScheduledTasks* plan,
             const std::string& cost, OutputFile& out)
        : run_(run), graph_(graph), plan_(plan), texts_(run_, graph_, cost), json_(out) {
        json_.SetIndent(' ', 1);
        json_.SetFormatOptions(rapidjson::kFormatSingleLineArray);
    }

    void write() {
        json_.StartObject();
        member(json_, "schemaVersion", "1.5");
        member(json_, "description", texts_.description());
        member(json_, "name", texts_.program());
        json_.Key("workflow");
        json_.StartObject();
        write_specification();
        write_execution();
        json_.EndObject();
        json_.EndObject();
    }

private:
    void write_specification() {
        const Children children(graph_);
        json_.Key("specification");
        json_.StartObject();
        json_.Key("tasks");
        json_.StartArray();
        for (TaskIndex task = 0; task < graph_.tasks.size(); ++task) {
            json_.StartObject();
            member(json_, "name", texts_.name(task));
            member(json_, "id", texts_.id(task));
            write_ids("parents", graph_.parents_of(task));
            write_ids("children", children.children_of(task));
            write_ids("inputFiles", {});
            write_ids("outputFiles", {});
            json_.EndObject();
        }
        json_.EndArray();
        write_ids("files", {});
        json_.EndObject();
    }

    void write_ids(const char* key, std::span<const TaskIndex> tasks) {
        json_.Key(key);
        json_.StartArray();
        for (const TaskIndex task : tasks) {
            const std::string id = texts_.id(task);
            json_.String(id.data(), static_cast<rapidjson::SizeType>(id.size()));
        }
        json_.EndArray();
    }

    void write_execution() {
        json_.Key("execution");
        json_.StartObject();
        write_seconds("makespanInSeconds",
                      plan_ != nullptr ? plan_->makespan : graph_.longest_chain());
        member(json_, "executedAt", no_date);
        json_.Key("tasks");
        json_.StartArray();
        for (TaskIndex task = 0; task < graph_.tasks.size(); ++task)
            write_executed(task);
        json_.EndArray();
        write_machines();
        json_.EndObject();
    }

    /// A meeting takes no time, so any machine will do.
    std::string machine_of(TaskIndex task) const {
        if (plan_ == nullptr)
            return machine;
        return "processor-" + std::to_string(std::max(1U, plan_->processors[task]));
    }

    void write_executed(TaskIndex index) {
        const Task& task = graph_.tasks[index];
        json_.StartObject();
        member(json_, "id", texts_.id(index));
        write_seconds("runtimeInSeconds", task.work);
        member(json_, "coreCount", 1);
        member(json_, "memoryInBytes", static_cast<std::uint64_t>(task.heap_growth));
        json_.Key("heapChangeInBytes");
        json_.Int64(task.heap_change);
        member(json_, "machine", machine_of(index));
        if (plan_ != nullptr)
            write_seconds("startInSeconds", plan_->starts[index]);
        if (task.thread != no_thread)
            member(json_, "thread", run_.threads[task.thread].id);
        json_.EndObject();
    }

    void write_seconds(const char* key, std::uint64_t work) {
        const std::string seconds = texts_.seconds(work);
        json_.Key(key);
        json_.RawValue(seconds.data(), seconds.size(), rapidjson::kNumberType);
    }

    /// Without a plan there is one machine, on which nobody waits for a processor.
    void write_machines() {
        json_.Key("machines");
        json_.StartArray();
        if (plan_ == nullptr)
            write_machine(machine, std::max<std::uint64_t>(1, run_.threads.size()));
        const std::uint32_t processors =
            plan_ == nullptr || plan_->processors.empty()
                ? 0
                : std::max(1U, *std::ranges::max_element(plan_->processors));
        for (std::uint32_t processor = 1; processor <= processors; ++processor)
            write_machine("processor-" + std::to_string(processor), 1);
        json_.EndArray();
    }

    void write_machine(const std::string& name, std::uint64_t cores) {
        json_.StartObject();
        member(json_, "nodeName", name);
        json_.Key("cpu");
        json_.StartObject();
        member(json_, "coreCount", cores);
        if (texts_.assumed_mhz() > 0)
            member(json_, "speedInMHz", texts_.assumed_mhz());
        json_.EndObject();
        json_.EndObject();
    }

    const Run& run_;
    const TaskGraph& graph_;
    const ScheduledTasks* const plan_;
    TaskTexts texts_;
    rapidjson::PrettyWriter<OutputFile> json_;
};

} // namespace

void write_wfformat(const Run& run, const std::string& cost, OutputFile& out) {
    const TaskGraph graph = task_graph(run);
    WfWriter(run, graph, nullptr, cost, out).write();
    out.Put('\n');
}

void write_planned_wfformat(const Run& run, const std::string& cost, const ScheduledTasks& plan,
                            OutputFile& out) {
    WfWriter(run, plan.graph, &plan, cost, out).write();
    out.Put('\n');
}

bool begins_wfformat(std::string_view begin) {
    return json_skeleton(begin).starts_with(R"({"schemaVersion":"0.0","description":"ilmgen:)");
}

} // namespace ilm
