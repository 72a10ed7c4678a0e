// SPDX-License-Identifier: GPL-2.0-or-later
//
// A plan for chrome://tracing, Perfetto's page and other viewers of Chrome's Trace Event Format.
#include "ilmgen/emit/plan/write_plan.h"

#include "ilmgen/emit/export/task_texts.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/plan/resources.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace ilm {

namespace {

using EventJson = rapidjson::Writer<rapidjson::StringBuffer>;

/// A time of the format is in microseconds; an instruction is taken for a nanosecond.
void time_member(EventJson& json, const char* key, std::uint64_t instructions) {
    const std::string nanoseconds = std::to_string(instructions % 1000);
    const std::string text = std::to_string(instructions / 1000) + "." +
                             std::string(3 - nanoseconds.size(), '0') + nanoseconds;
    json.Key(key);
    json.RawValue(text.data(), text.size(), rapidjson::kNumberType);
}

class ChromeWriter {
public:
    ChromeWriter(const PlannedRun& run, const Plan& plan, const std::string& cost, OutputFile& out)
        : run_(run), plan_(plan), processors_(processors_of(run.problem, plan.schedule)),
          texts_(run.run, run.graph, cost), json_(out) {}

    void write() {
        json_.SetIndent(' ', 1);
        json_.StartObject();
        member(json_, "displayTimeUnit", "ns");
        json_.Key("otherData");
        json_.StartObject();
        member(json_, "writer", "ilmgen");
        member(json_, "memory", static_cast<std::uint64_t>(plan_.limits.memory));
        json_.EndObject();
        json_.Key("traceEvents");
        json_.StartArray();
        follow_booked(run_.problem, plan_.schedule,
                      [this](std::uint64_t time, std::int64_t bytes, TaskIndex begun) {
                          if (begun != no_task)
                              begin(begun);
                          write_booked(time, bytes);
                      });
        json_.EndArray();
        json_.EndObject();
    }

private:
    void begin(TaskIndex task) {
        rapidjson::StringBuffer text;
        EventJson json(text);
        json.StartObject();
        member(json, "name", texts_.name(task));
        member(json, "ph", "X");
        time_member(json, "ts", plan_.schedule.start[task]);
        time_member(json, "dur", run_.problem.steps[task].work);
        member(json, "pid", std::uint64_t{1});
        member(json, "tid", std::uint64_t{processors_[task]});
        json.Key("args");
        json.StartObject();
        member(json, "step", texts_.id(task));
        json.Key("hbal");
        json.Int64(run_.problem.steps[task].balance);
        json.Key("hmax");
        json.Int64(run_.problem.steps[task].highest);
        json.EndObject();
        json.EndObject();
        put(text);
    }

    void write_booked(std::uint64_t time, std::int64_t bytes) {
        rapidjson::StringBuffer text;
        EventJson json(text);
        json.StartObject();
        member(json, "name", "booked bytes");
        member(json, "ph", "C");
        time_member(json, "ts", time);
        member(json, "pid", std::uint64_t{1});
        json.Key("args");
        json.StartObject();
        json.Key("bytes");
        json.Int64(bytes);
        json.EndObject();
        json.EndObject();
        put(text);
    }

    void put(const rapidjson::StringBuffer& text) {
        json_.RawValue(text.GetString(), text.GetSize(), rapidjson::kObjectType);
    }

    const PlannedRun& run_;
    const Plan& plan_;
    const LargeVector<std::uint32_t> processors_;
    TaskTexts texts_;
    rapidjson::PrettyWriter<OutputFile> json_;
};

} // namespace

void write_plan_for_chrome(const PlannedRun& run, const Plan& plan, const std::string& cost,
                           OutputFile& out) {
    ChromeWriter(run, plan, cost, out).write();
    out.Put('\n');
}

bool begins_plan_for_chrome(std::string_view begin) {
    return json_skeleton(begin).starts_with(
        R"({"displayTimeUnit":"ns","otherData":{"writer":"ilmgen",)");
}

} // namespace ilm
