// SPDX-License-Identifier: GPL-2.0-or-later
//
// The members of a JSON object for a plan and for a curve, in files of plans and in pages.
#ifndef ILMGEN_EMIT_PLAN_PLAN_MEMBERS_H
#define ILMGEN_EMIT_PLAN_PLAN_MEMBERS_H

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/plan/curve.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <optional>

namespace ilm {

template <class Json>
void bytes_member(Json& json, const char* key, std::int64_t bytes) {
    json.Key(key);
    json.Int64(bytes);
}

template <class Json>
void flag_member(Json& json, const char* key, bool is_set) {
    json.Key(key);
    json.Bool(is_set);
}

template <class Json>
void optional_member(Json& json, const char* key, std::optional<std::uint64_t> value) {
    json.Key(key);
    if (value)
        json.Uint64(*value);
    else
        json.Null();
}

template <class Json>
void write_memory_bounds(const PlannedRun& run, const Solver& solver, Json& json) {
    bytes_member(json, "least_memory", solver.least_memory_bound());
    optional_member(json, "enough_memory", run.enough_memory);
    optional_member(json, "enough_memory_any_locks", run.enough_memory_any_locks);
}

template <class Json>
void write_plan_bounds(const PlannedRun& run, const Solver& solver, const TimeBounds& bounds,
                       Json& json) {
    json.Key("bounds");
    json.StartObject();
    member(json, "work_per_processor", bounds.work_per_processor);
    member(json, "span", bounds.span);
    member(json, "memory_times_time", bounds.memory_times_time);
    member(json, "heaviest_chain_or_conflict", bounds.chain_or_conflict);
    member(json, "makespan", bounds.largest());
    write_memory_bounds(run, solver, json);
    json.EndObject();
}

/// All members of a plan up to its steps: docs/plan-format.md, "The plan".
template <class Json>
void write_plan_members(const PlannedRun& run, const Solver& solver, const Plan& plan, Json& json) {
    member(json, "processors", plan.limits.processors);
    bytes_member(json, "memory", plan.limits.memory);
    bytes_member(json, "least_memory", solver.least_memory());
    member(json, "makespan", plan.schedule.makespan);
    bytes_member(json, "peak", plan.schedule.peak);
    bytes_member(json, "serial_peak", plan.serial_peak);
    write_plan_bounds(run, solver, plan.bounds, json);
    flag_member(json, "least_memory_is_exact", solver.is_least_memory_exact());
    flag_member(json, "makespan_is_exact", plan.is_shortest);
    member(json, "trace", run.hash);
    if (!run.run.command.empty())
        member(json, "command", run.run.command);
}

/// Each point takes one line.
template <class Json>
void write_curve_points(const Curve& curve, Json& json) {
    json.Key("points");
    json.StartArray();
    for (const CurvePoint& point : curve.points) {
        rapidjson::StringBuffer text;
        rapidjson::Writer<rapidjson::StringBuffer> line(text);
        line.StartObject();
        bytes_member(line, "memory", point.memory);
        member(line, "makespan", point.makespan);
        member(line, "bound", point.bound);
        flag_member(line, "makespan_is_exact", point.is_shortest);
        line.EndObject();
        json.RawValue(text.GetString(), text.GetSize(), rapidjson::kObjectType);
    }
    json.EndArray();
}

/// All members of a curve: docs/plan-format.md, "The curve".
template <class Json>
void write_curve_members(const PlannedRun& run, const Solver& solver, const Curve& curve,
                         Json& json) {
    member(json, "processors", curve.processors);
    bytes_member(json, "least_memory", solver.least_memory());
    flag_member(json, "least_memory_is_exact", solver.is_least_memory_exact());
    json.Key("bounds");
    json.StartObject();
    member(json, "work_per_processor", solver.work_per_processor(curve.processors));
    member(json, "span", run.problem.span);
    write_memory_bounds(run, solver, json);
    json.EndObject();
    member(json, "trace", run.hash);
    write_curve_points(curve, json);
}

} // namespace ilm

#endif
