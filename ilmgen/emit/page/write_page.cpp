// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/write_page.h"

#include "ilmgen/analysis/picture/thread_groups.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/page/page_events.h"
#include "ilmgen/emit/page/page_flow.h"
#include "ilmgen/emit/page/page_heap.h"
#include "ilmgen/emit/page/page_plan.h"
#include "ilmgen/emit/page/page_ranks.h"
#include "ilmgen/emit/page/page_report.h"
#include "ilmgen/emit/page/page_schedule.h"
#include "ilmgen/emit/page/page_template.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <optional>

namespace ilm {

namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

/// Limits for the detail of a page.
struct Detail {
    std::size_t slices = 1'000'000;
    std::size_t schedules = 8;  ///< beside the one with processors enough: the largest machines
    std::size_t bars = 500'000; ///< of a plan
    std::size_t moments = 2048;
    std::size_t rows = 2000; ///< of each table

    /// Lowers the limits: at first there are fewer machines, then less of the rest.
    void reduce() {
        if (schedules > 1) {
            schedules /= 2;
            return;
        }
        slices /= 2;
        bars /= 2;
        moments = std::max<std::size_t>(moments / 2, 2);
        rows = std::max<std::size_t>(rows / 2, 1);
    }
};

/// The replay says what happens when on a machine.
struct PageSchedule {
    std::uint32_t processors; ///< 0: enough
    const Replayed& steps;
};

class Page {
public:
    Page(const ShownRun& shown, const std::vector<PageSchedule>& schedules,
         const Timeline& timeline, const Detail& detail)
        : run_(shown.run), report_(shown.report), reads_(shown.reads), detail_(detail),
          slices_(run_, timeline, detail.slices), frames_(run_, names_),
          events_(run_, timeline, slices_, frames_), sites_(run_, frames_, names_),
          ranks_(run_, timeline, columns_) {
        schedules_.push_back(&schedules.front());
        for (std::size_t i = 1; i < schedules.size(); ++i)
            if (i + detail.schedules >= schedules.size())
                schedules_.push_back(&schedules[i]);
        if (shown.planned != nullptr)
            plan_.emplace(*shown.planned, slices_, events_, detail.bars, detail.moments);
        add_columns();
    }

    std::string text() const {
        rapidjson::StringBuffer header;
        Json json(header);
        write_header(json);
        return packed({header.GetString(), header.GetSize()}, columns_);
    }

private:
    void add_columns() {
        columns_.add("thread_slices", slices_.by_thread());
        add_work();
        events_.add_to(columns_);
        PageMixes(run_, slices_, frames_).add_to(columns_);
        sites_.add_to(columns_);
        add_allocated(run_, slices_, sites_, columns_);
        add_flow(run_, reads_, slices_, columns_);
        for (std::size_t i = 0; i < schedules_.size(); ++i) {
            const std::string number = std::to_string(i);
            add_schedule(run_, schedules_[i]->steps, slices_, number, columns_);
            add_heap(run_, schedules_[i]->steps, sites_, number, detail_.moments, columns_);
        }
        if (plan_)
            plan_->add_to(columns_);
        frames_.add_to(columns_);
    }

    void add_work() {
        std::vector<std::uint64_t> work(slices_.size());
        for (SliceIndex slice = 0; slice < slices_.size(); ++slice)
            for (const StepIndex step : slices_.steps(slice))
                work[slice] += run_.steps[step].work;
        columns_.add("work", work);
    }

    void write_header(Json& json) const {
        json.StartObject();
        member(json, "command", clipped(run_.command));
        member(json, "cost", report_.cost);
        member(json, "joined_within", slices_.joined_within());
        write_texts(json);
        write_schedules(json);
        json.Key("report");
        write_page_report(report_, detail_.rows, json);
        if (plan_) {
            json.Key("planning");
            plan_->write(json);
        }
        write_columns(json);
        json.EndObject();
    }

    void write_texts(Json& json) const {
        json.Key("names");
        json.StartArray();
        for (const std::string& name : names_.names())
            json.String(name.c_str(), static_cast<rapidjson::SizeType>(name.size()));
        json.EndArray();
        json.Key("threads");
        json.StartArray();
        const std::vector<std::string> groups = thread_groups(run_);
        for (const ThreadIndex thread : slices_.threads()) {
            json.StartObject();
            member(json, "id", run_.threads[thread].id);
            member(json, "process", run_.threads[thread].process);
            member(json, "name", clipped(thread_name(run_, thread)));
            member(json, "group", clipped(groups[thread]));
            json.Key("begins_program");
            json.Bool(run_.threads[thread].begins_program);
            json.EndObject();
        }
        json.EndArray();
        std::vector<std::string> processes;
        for (const ProcessGroup& process : slices_.processes()) {
            const std::string rank =
                process.rank == no_rank ? "" : rank_name(run_, process.rank) + ": ";
            processes.push_back(clipped(rank + process.name));
        }
        member(json, "processes", processes);
        json.Key("ranks");
        json.StartArray();
        for (const std::string& name : ranks_.names())
            json.String(name.c_str(), static_cast<rapidjson::SizeType>(name.size()));
        json.EndArray();
        json.Key("labels");
        json.StartArray();
        for (const EventLabel& label : events_.labels()) {
            json.StartObject();
            member(json, "verb", label.verb);
            member(json, "object", label.object);
            member(json, "place", label.place);
            member(json, "frame", std::uint64_t{label.frame});
            json.EndObject();
        }
        json.EndArray();
    }

    void write_schedules(Json& json) const {
        json.Key("schedules");
        json.StartArray();
        for (const PageSchedule* const schedule : schedules_) {
            json.StartObject();
            member(json, "processors", std::uint64_t{schedule->processors});
            member(json, "time", schedule->steps.time);
            json.EndObject();
        }
        json.EndArray();
    }

    void write_columns(Json& json) const {
        json.Key("columns");
        json.StartArray();
        for (const PackedColumn& column : columns_.columns()) {
            json.StartObject();
            member(json, "name", column.name);
            member(json, "offset", std::uint64_t{column.offset});
            member(json, "size", std::uint64_t{column.size});
            member(json, "count", std::uint64_t{column.count});
            json.Key("signed");
            json.Bool(column.has_sign);
            json.EndObject();
        }
        json.EndArray();
    }

    const Run& run_;
    const Report& report_;
    const FlowReads& reads_;
    const Detail& detail_;
    std::vector<const PageSchedule*> schedules_;
    PageNames names_;
    PageSlices slices_;
    PageFrames frames_;
    PageEvents events_;
    PageSites sites_;
    Columns columns_;
    PageRanks ranks_;
    std::optional<PagePlan> plan_;
};

} // namespace

std::string page_data(const ShownRun& shown, const Doing& doing, std::size_t budget) {
    const Timeline timeline = timeline_of(shown.run);
    const Replayed with_enough = schedule_of(shown.run, timeline);
    std::vector<PageSchedule> schedules = {{0, with_enough}};
    for (std::size_t i = 0; i + 1 < shown.machines.size(); ++i)
        schedules.push_back({shown.machines[i].processors, shown.machines[i].replayed});
    doing("the page");
    std::string text;
    for (Detail detail;; detail.reduce()) {
        text = Page(shown, schedules, timeline, detail).text();
        if (text.size() < budget)
            return text;
    }
}

void write_page(std::string_view data, std::string_view before, OutputFile& out) {
    const PageTemplate page = page_template();
    out.write(page.head);
    out.write(data);
    out.write(page.middle);
    out.write(before);
    out.write(page.tail);
}

bool begins_page(std::string_view begin) {
    constexpr std::size_t head = 300;
    return begin.starts_with("<!DOCTYPE html>") &&
           begin.substr(0, head).find("<meta name=\"generator\" content=\"ilmgen\">") !=
               std::string_view::npos;
}

} // namespace ilm
