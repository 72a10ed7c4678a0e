// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/plan/write_plan.h"

#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emit/plan/plan_members.h"
#include "ilmgen/plan/resources.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <optional>
#include <string>

namespace ilm {

namespace {

using Lines = rapidjson::PrettyWriter<OutputFile>;
using Line = rapidjson::Writer<rapidjson::StringBuffer>;

class StepWriter {
public:
    StepWriter(const PlannedRun& run, const Plan& plan)
        : run_(run), plan_(plan), processors_(processors_of(run.problem, plan.schedule)) {}

    /// A line of JSON.
    std::string line(TaskIndex task) const {
        const Task& this_task = run_.graph.tasks[task];
        const RunStep& step = run_.run.steps[this_task.end];
        rapidjson::StringBuffer text;
        Line json(text);
        json.StartObject();
        optional_member(json, "event",
                        step.id == 0 ? std::nullopt : std::optional<std::uint64_t>(step.id));
        member(json, "thid", run_.run.threads[this_task.thread].id);
        write_path(this_task.thread, json);
        member(json, "nth", std::uint64_t{run_.names.nth(this_task.end)});
        member(json, "kind", kind_of_step(step));
        if (run_.run.has_object(this_task.end)) {
            member(json, "prim", run_.run.objects[step.other].prim);
            member(json, "object", std::uint64_t{step.other});
        }
        member(json, "processor", std::uint64_t{processors_[task]});
        member(json, "start", plan_.schedule.start[task]);
        member(json, "end", plan_.schedule.end(run_.problem, task));
        bytes_member(json, "hbal", this_task.heap_change);
        bytes_member(json, "hmax", this_task.heap_growth);
        json.EndObject();
        return {text.GetString(), text.GetSize()};
    }

private:
    void write_path(ThreadIndex thread, Line& json) const {
        json.Key("path");
        json.StartArray();
        for (const std::uint32_t fork : run_.names.path(thread))
            json.Uint(fork);
        json.EndArray();
    }

    const PlannedRun& run_;
    const Plan& plan_;
    const LargeVector<std::uint32_t> processors_;
};

} // namespace

void write_plan(const PlannedRun& run, const Solver& solver, const Plan& plan, OutputFile& out) {
    Lines json(out);
    json.SetIndent(' ', 1);
    json.StartObject();
    write_plan_members(run, solver, plan, json);
    json.Key("steps");
    json.StartArray();
    const StepWriter steps(run, plan);
    for (const TaskIndex task : plan.schedule.order)
        if (!run.problem.is_meeting(task)) {
            const std::string line = steps.line(task);
            json.RawValue(line.data(), line.size(), rapidjson::kObjectType);
        }
    json.EndArray();
    json.EndObject();
    out.Put('\n');
}

bool begins_plan(std::string_view begin) {
    return json_skeleton(begin).starts_with(
        R"({"processors":0,"memory":0,"least_memory":0,"makespan":0,"peak":0,)");
}

void write_curve(const PlannedRun& run, const Solver& solver, const Curve& curve, OutputFile& out) {
    Lines json(out);
    json.SetIndent(' ', 1);
    json.StartObject();
    write_curve_members(run, solver, curve, json);
    json.EndObject();
    out.Put('\n');
}

bool begins_curve(std::string_view begin) {
    return json_skeleton(begin).starts_with(
        R"({"processors":0,"least_memory":0,"least_memory_is_exact":)");
}

} // namespace ilm
