// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/write_page.h"

#include "ilmgen/analysis/picture/thread_groups.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/page/page_template.h"
#include "ilmgen/emit/page/parts/page_events.h"
#include "ilmgen/emit/page/parts/page_flow.h"
#include "ilmgen/emit/page/parts/page_heap.h"
#include "ilmgen/emit/page/parts/page_plan.h"
#include "ilmgen/emit/page/parts/page_ranks.h"
#include "ilmgen/emit/page/parts/page_report.h"
#include "ilmgen/emit/page/parts/page_rounds.h"
#include "ilmgen/emit/page/parts/page_schedule.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace ilm {

namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

/// Limits for the detail of a page.
struct Detail {
    std::size_t slices = most_fine_slices;
    std::size_t schedules = 8;  ///< beside the one with processors enough: the largest machines
    std::size_t bars = 500'000; ///< of a plan
    std::size_t moments = most_heap_moments;
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

/// The parts of a run that a page shows.
struct Shown {
    const Run& run;
    const Report& report;
    const FlowReads& reads;
    const ShownPlan* planned; ///< null: none
    const Timeline& timeline;
    const FineSlices& fine;
    const PageRounds& rounds;
    const std::vector<PageSchedule>& schedules;
};

class Page {
public:
    Page(const Shown& shown, const Detail& detail)
        : run_(shown.run), shown_(shown), detail_(detail), slices_(shown.fine, detail.slices),
          frames_(run_, names_), events_(run_, shown.timeline, slices_, frames_),
          sites_(run_, frames_, names_), ranks_(run_, shown.timeline, columns_) {
        schedules_.push_back(&shown.schedules.front());
        for (std::size_t i = 1; i < shown.schedules.size(); ++i)
            if (i + detail.schedules >= shown.schedules.size())
                schedules_.push_back(&shown.schedules[i]);
        if (shown.planned != nullptr)
            plan_.emplace(*shown.planned, slices_, events_, detail.bars, detail.moments);
        add_columns();
        rapidjson::StringBuffer header;
        Json json(header);
        write_header(json);
        packed_ = packed({header.GetString(), header.GetSize()}, columns_);
    }

    std::size_t size() const { return packed_.text.size(); }
    std::string take_text() { return std::move(packed_.text); }

    /// The detail to try next, if the text is too large: lower limits that may be enough.  Fewer
    /// schedules save what they take.  Half the slices, rows and so on save half of it at most.
    Detail lower_detail(std::size_t budget) const {
        Detail lower = detail_;
        auto left = static_cast<double>(size());
        std::size_t shown = schedules_.size() - 1;
        do {
            const bool drops_schedules = lower.schedules > 1;
            lower.reduce();
            for (; drops_schedules && shown > lower.schedules; --shown)
                left -= static_cast<double>(bytes_of_schedule(schedules_.size() - shown));
            left /= drops_schedules ? 1 : 2;
        } while (left >= static_cast<double>(budget));
        return lower;
    }

private:
    void add_columns() {
        columns_.add("thread_slices", slices_.by_thread());
        add_work();
        events_.add_to(columns_);
        shown_.rounds.add_to(columns_, slices_);
        PageMixes(run_, slices_, frames_).add_to(columns_);
        sites_.add_to(columns_);
        add_allocated(run_, slices_, sites_, columns_);
        add_flow(run_, shown_.reads, slices_, columns_);
        for (std::size_t i = 0; i < schedules_.size(); ++i) {
            const std::string number = std::to_string(i);
            first_columns_.push_back(columns_.columns().size());
            schedules_[i]->add_to(columns_, slices_, number);
            schedules_[i]->heap().add_to(columns_, sites_, number, detail_.moments);
        }
        first_columns_.push_back(columns_.columns().size());
        if (plan_)
            plan_->add_to(columns_);
        frames_.add_to(columns_);
    }

    std::size_t bytes_of_schedule(std::size_t schedule) const {
        const auto begin = packed_.bytes.begin();
        return std::accumulate(begin + static_cast<std::ptrdiff_t>(first_columns_[schedule]),
                               begin + static_cast<std::ptrdiff_t>(first_columns_[schedule + 1]),
                               std::size_t{0});
    }

    void add_work() {
        LargeVector<std::uint64_t> work(slices_.size());
        for (StepIndex step = 0; step < run_.steps.size(); ++step)
            work[slices_.slice_of(step)] += run_.steps[step].work;
        columns_.add("work", work);
    }

    void write_header(Json& json) const {
        json.StartObject();
        member(json, "command", clipped(run_.command));
        member(json, "cost", shown_.report.cost);
        member(json, "joined_within", slices_.joined_within());
        member(json, "rounds", shown_.rounds.names());
        write_texts(json);
        write_schedules(json);
        json.Key("report");
        write_page_report(shown_.report, detail_.rows, json);
        if (plan_) {
            json.Key("planning");
            plan_->write(json);
        }
        write_columns(json);
        json.EndObject();
    }

    void write_texts(Json& json) const {
        member(json, "names", names_.names());
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
        member(json, "ranks", ranks_.names());
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
            member(json, "processors", std::uint64_t{schedule->processors()});
            member(json, "time", schedule->time());
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
    const Shown& shown_;
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
    std::vector<std::size_t> first_columns_; ///< by schedule; and the one behind them
    Packed packed_;
};

} // namespace

PageRun::PageRun(const Run& run) : run_(run), slices_(run, timeline_of(run)) {
    schedules_.emplace_back(run, slices_, 0, schedule_of(run, timeline_of(run)));
}

void PageRun::add(const MachineRun& machine) {
    schedules_.emplace_back(run_, slices_, machine.processors, machine.replayed);
}

std::string PageRun::data(const Report& report, const FlowReads& reads, const ShownPlan* planned,
                          const Doing& doing, std::size_t budget) const {
    doing("the page");
    const Timeline timeline = timeline_of(run_);
    const PageRounds rounds(run_, slices_);
    const Shown shown{run_, report, reads, planned, timeline, slices_, rounds, schedules_};
    Detail detail;
    for (;;) {
        Page page(shown, detail);
        if (page.size() < budget)
            return page.take_text();
        detail = page.lower_detail(budget);
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
