// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_plan.h"

#include "ilmgen/emit/page/parts/page_names.h"
#include "ilmgen/emit/plan/plan_members.h"
#include "ilmgen/plan/resources.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace ilm {

namespace {

/// Finds the highest level and the last one of each part of the time, one part after the other.
class LevelsOfParts {
public:
    explicit LevelsOfParts(std::uint64_t part) : part_(part) {}

    void add(BookedLevel level) {
        if (levels_.empty() || last_.time / part_ != level.time / part_) {
            finish();
            levels_.push_back(level);
        } else if (level.bytes > levels_.back().bytes) {
            levels_.back() = level;
        }
        last_ = level;
    }

    LargeVector<BookedLevel> levels() {
        finish();
        return std::move(levels_);
    }

private:
    void finish() {
        if (!levels_.empty() &&
            (levels_.back().time != last_.time || levels_.back().bytes != last_.bytes))
            levels_.push_back(last_);
    }

    std::uint64_t part_;
    LargeVector<BookedLevel> levels_;
    BookedLevel last_;
};

LargeVector<BookedLevel> levels_of_parts(const Problem& problem, const Schedule& schedule,
                                         std::uint64_t part) {
    LevelsOfParts levels(part);
    follow_booked(problem, schedule,
                  [&](std::uint64_t time, std::int64_t bytes, TaskIndex /*begun*/) {
                      levels.add({time, bytes});
                  });
    return levels.levels();
}

} // namespace

LargeVector<BookedLevel> booked_levels(const Problem& problem, const Schedule& schedule,
                                       std::size_t most) {
    LargeVector<BookedLevel> levels = levels_of_parts(problem, schedule, 1);
    if (levels.size() > most)
        levels = levels_of_parts(problem, schedule, 2 * (schedule.makespan / most + 1));
    return levels;
}

PagePlan::PagePlan(const ShownPlan& shown, const PageSlices& slices, PageEvents& events,
                   std::size_t most_bars, std::size_t most_levels)
    : shown_(shown), slices_(slices), events_(events), most_levels_(most_levels) {
    if (shown.plan == nullptr)
        return;
    order_tasks();
    join(0);
    const std::uint64_t makespan = shown.plan->schedule.makespan;
    std::uint64_t within = makespan / (4 * most_bars + 1);
    while (begins_.size() - 1 > most_bars && joined_within_ < makespan) {
        within = within > makespan / 2 ? makespan : 2 * within + 1;
        join(within);
    }
}

std::uint64_t PagePlan::end_of(TaskIndex task) const {
    return shown_.plan->schedule.end(shown_.run.problem, task);
}

void PagePlan::order_tasks() {
    processors_ = processors_of(shown_.run.problem, shown_.plan->schedule);
    for (const TaskIndex task : shown_.plan->schedule.order)
        if (!shown_.run.problem.is_meeting(task))
            tasks_.push_back(task);
    sort_stably(tasks_,
                [this](TaskIndex a, TaskIndex b) { return processors_[a] < processors_[b]; });
}

void PagePlan::join(std::uint64_t within) {
    joined_within_ = within;
    begins_.clear();
    by_processor_.assign(tasks_.empty() ? 0 : processors_[tasks_.back()], 0);
    std::uint64_t begin = 0; // of the bar
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
        const TaskIndex task = tasks_[i];
        const bool is_first = i == 0 || processors_[tasks_[i - 1]] != processors_[task];
        if (within == 0 || is_first || end_of(task) - begin > within) {
            begin = shown_.plan->schedule.start[task];
            begins_.push_back(i);
            ++by_processor_[processors_[task] - 1];
        }
    }
    begins_.push_back(static_cast<std::uint32_t>(tasks_.size()));
}

TaskIndex PagePlan::main_task(std::size_t bar) const {
    const auto tasks =
        std::span(tasks_).subspan(begins_[bar], begins_[bar + 1] - std::size_t{begins_[bar]});
    return *std::ranges::max_element(
        tasks, {}, [this](TaskIndex task) { return shown_.run.problem.steps[task].work; });
}

/// As a plan has it, "[2,1]"; a long one is cut.
std::string PagePlan::path_text(ThreadIndex thread) const {
    std::string text;
    for (const std::uint32_t fork : shown_.run.names.path(thread)) {
        text += (text.empty() ? "" : ",") + std::to_string(fork);
        if (text.size() > longest_name)
            return clipped("[" + text);
    }
    return "[" + text + "]";
}

void PagePlan::add_to(Columns& columns) const {
    if (shown_.plan == nullptr)
        return;
    columns.add("plan_bars", by_processor_);
    add_places(columns);
    add_descriptions(columns);
    add_levels(columns);
}

/// When bars begin, and what they sum up.
void PagePlan::add_places(Columns& columns) const {
    LargeVector<std::uint64_t> gaps; // from the end of the work of the bar before
    LargeVector<std::uint64_t> work;
    LargeVector<std::uint32_t> steps;
    LargeVector<std::int64_t> balances;
    LargeVector<std::uint64_t> highest;
    std::uint64_t end = 0;
    for (std::size_t bar = 0; bar + 1 < begins_.size(); ++bar) {
        const TaskIndex first = tasks_[begins_[bar]];
        const std::uint64_t start = shown_.plan->schedule.start[first];
        const bool is_first =
            bar == 0 || processors_[tasks_[begins_[bar] - 1]] != processors_[first];
        PlanStep sum;
        for (std::uint32_t i = begins_[bar]; i < begins_[bar + 1]; ++i) {
            const PlanStep& step = shown_.run.problem.steps[tasks_[i]];
            sum.work += step.work;
            sum.balance += step.balance;
            sum.highest = std::max(sum.highest, step.highest);
        }
        gaps.push_back(is_first ? start : start - end);
        end = start + sum.work;
        work.push_back(sum.work);
        steps.push_back(begins_[bar + 1] - begins_[bar]);
        balances.push_back(sum.balance);
        highest.push_back(static_cast<std::uint64_t>(sum.highest));
    }
    columns.add("plan_gaps", gaps);
    columns.add("plan_work", work);
    columns.add("plan_steps", steps);
    columns.add_signed("plan_balances", balances);
    columns.add("plan_highest", highest);
}

/// The main steps of bars.
void PagePlan::add_descriptions(Columns& columns) const {
    LargeVector<std::int64_t> slices; // less the one before
    LargeVector<std::int64_t> ids;    // the same
    LargeVector<std::uint32_t> nths;
    LargeVector<std::uint32_t> labels;
    SliceIndex slice_before = 0;
    EventId id_before = 0;
    for (std::size_t bar = 0; bar + 1 < begins_.size(); ++bar) {
        const StepIndex end = shown_.run.graph.tasks[main_task(bar)].end;
        const RunStep& step = shown_.run.run.steps[end];
        const SliceIndex slice = slices_.slice_of(end);
        slices.push_back(std::int64_t{slice} - std::exchange(slice_before, slice));
        ids.push_back(static_cast<std::int64_t>(step.id - std::exchange(id_before, step.id)));
        nths.push_back(shown_.run.names.nth(end));
        labels.push_back(events_.label_of(step));
    }
    columns.add_signed("plan_slices", slices);
    columns.add_signed("plan_ids", ids);
    columns.add("plan_nths", nths);
    columns.add("plan_labels", labels);
}

void PagePlan::add_levels(Columns& columns) const {
    LargeVector<std::uint64_t> times; // less the one before
    LargeVector<std::int64_t> bytes;
    std::uint64_t before = 0;
    for (const BookedLevel& level :
         booked_levels(shown_.run.problem, shown_.plan->schedule, most_levels_)) {
        times.push_back(level.time - std::exchange(before, level.time));
        bytes.push_back(level.bytes);
    }
    columns.add("plan_times", times);
    columns.add_signed("plan_bytes", bytes);
}

void PagePlan::write(rapidjson::Writer<rapidjson::StringBuffer>& json) const {
    const auto& [run, solver, curve, plan] = shown_;
    json.StartObject();
    member(json, "sentences", curve_sentences(run, solver, curve));
    json.Key("curve");
    json.StartObject();
    write_curve_members(run, solver, curve, json);
    json.EndObject();
    if (plan != nullptr) {
        json.Key("plan");
        json.StartObject();
        write_plan_members(run, solver, *plan, json);
        json.EndObject();
        member(json, "steps", std::uint64_t{tasks_.size()});
        member(json, "joined_within", joined_within_);
        std::vector<std::string> paths;
        for (const ThreadIndex thread : slices_.threads())
            paths.push_back(path_text(thread));
        member(json, "paths", paths);
    }
    json.EndObject();
}

} // namespace ilm
