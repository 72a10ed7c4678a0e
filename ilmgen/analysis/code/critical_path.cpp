// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/critical_path.h"

#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ilm {

CriticalPath::CriticalPath(const Run& run, const Timeline& timeline)
    : run_(run), span_(timeline.span) {
    for (StepIndex step = timeline.last; step != no_step; step = timeline.decided_by[step])
        steps_.push_back({step, timeline.decided_by[step] == run.steps[step].before});
    std::reverse(steps_.begin(), steps_.end());
    stretches_ = find_stretches();
}

LargeVector<CriticalPath::Stretch> CriticalPath::find_stretches() const {
    LargeVector<Stretch> stretches;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const ThreadIndex thread = run_.steps[steps_[i].step].thread;
        if (i == 0 || run_.steps[steps_[i - 1].step].thread != thread)
            stretches.push_back({i, i, 0, delay_of(steps_[i])});
        stretches.back().end = i + 1;
        stretches.back().work += work_of(steps_[i]);
        for (const Away why : all_kinds_of_away)
            if (steps_[i].works)
                stretches.back().away[static_cast<std::size_t>(why)] +=
                    run_.away_before(steps_[i].step, why);
    }
    return stretches;
}

/// A thread's first interval is on the path from its fork, or from the log's first event, on.
std::uint64_t CriticalPath::delay_of(const PathStep& step) const {
    return step.works && run_.is_first(step.step) ? run_.threads[run_.steps[step.step].thread].delay
                                                  : 0;
}

double CriticalPath::share(std::uint64_t work) const {
    return ratio(work, span_);
}

std::vector<std::uint64_t> CriticalPath::by_thread() const {
    std::vector<std::uint64_t> work(run_.threads.size());
    for (const PathStep& step : steps_)
        work[run_.steps[step.step].thread] += work_of(step);
    return work;
}

/// Counts the work of one thread, or of all if `thread` is `no_thread`.
WorkParts CriticalPath::by_function(const Functions& functions, ThreadIndex thread) const {
    WorkParts work(functions.mixes());
    for (const PathStep& step : steps_)
        if (thread == no_thread || run_.steps[step.step].thread == thread)
            work.add(step.step, work_of(step));
    return work;
}

Table CriticalPath::function_table(const Functions& functions) const {
    Table table{"critical_path_by_function",
                {{"span", Measure::work}, {"share", Measure::share}, {"function"}},
                {},
                "The work on the critical path, by function, estimated from samples. The line is "
                "the one with the most samples in the whole run."};
    for (const auto& [function, work] : by_function(functions))
        table.rows.push_back(
            {work, share(work),
             function == no_work_key ? std::string("not sampled") : functions.name(function)});
    add_idle_rows(table);
    return table;
}

Table CriticalPath::thread_table() const {
    Table table{"critical_path_by_thread",
                {{"span", Measure::work}, {"share", Measure::share}, {"thread"}},
                {},
                "The work on the critical path, by the thread that does it."};
    const std::vector<std::uint64_t> work = by_thread();
    for (ThreadIndex thread = 0; thread < work.size(); ++thread)
        if (work[thread] > 0)
            table.rows.push_back({work[thread], share(work[thread]), thread_name(run_, thread)});
    add_idle_rows(table);
    return table;
}

/// How the path comes to the stretch's thread.
std::string CriticalPath::entrance(const Stretch& stretch) const {
    if (stretch.first == 0)
        return "beginning";
    const StepIndex from = steps_[stretch.first - 1].step;
    const RunStep& source = run_.steps[from];
    const auto at = [&](const std::string& what, StackNumber stack) {
        const std::string place = place_name(run_, stack);
        return place.empty() ? what : what + " at " + place;
    };
    if (source.kind == Kind::fork)
        return at("fork", source.at);
    if (source.kind == Kind::exit)
        return at("join", run_.steps[steps_[stretch.first].step].at);
    return at(object_name(run_, source.other), source.at);
}

Table CriticalPath::entrance_table() const {
    Table table{
        "critical_path_by_what_it_passes",
        {{"span", Measure::work}, {"share", Measure::share}, {"times", Measure::count}, {"passes"}},
        {},
        "The work on the critical path, by how the path came to the thread that does the work: "
        "through a fork, a join, or an object and the place of its release."};
    struct Entrance {
        std::uint64_t work = 0;
        std::uint64_t times = 0;
    };
    std::map<std::string, Entrance> entrances;
    for (const Stretch& stretch : stretches_) {
        Entrance& through = entrances[entrance(stretch)];
        through.work += stretch.work;
        ++through.times;
    }
    for (const auto& [name, through] : entrances)
        table.rows.push_back({through.work, share(through.work), through.times, name});
    add_idle_rows(table);
    return table;
}

CriticalPath::Part CriticalPath::time_away(Away why) {
    return [why](const Stretch& stretch) { return stretch.away[static_cast<std::size_t>(why)]; };
}

std::uint64_t CriticalPath::sum_of(const Part& part) const {
    std::uint64_t sum = 0;
    for (const Stretch& stretch : stretches_)
        sum += part(stretch);
    return sum;
}

/// Nothing is added if there is no such time.
void CriticalPath::add_row(Table& table, const Part& part, const char* name) const {
    const auto has_some = [&part](const Stretch& stretch) { return part(stretch) > 0; };
    const std::uint64_t sum = sum_of(part);
    if (sum == 0)
        return;
    std::vector<Cell>& row = table.rows.emplace_back();
    for (const Column& column : table.columns)
        switch (column.measure) {
        case Measure::work: row.emplace_back(sum); break;
        case Measure::share: row.emplace_back(share(sum)); break;
        case Measure::count:
            row.emplace_back(
                static_cast<std::uint64_t>(std::ranges::count_if(stretches_, has_some)));
            break;
        default: row.emplace_back(std::string(name));
        }
}

/// Rows for the time in which the path's threads are not there yet, or away, so that the shares
/// sum up to 1.  Sorts the table.
void CriticalPath::add_idle_rows(Table& table) const {
    add_row(table, &Stretch::delay, "before a thread's first event");
    for (const Away why : all_kinds_of_away)
        add_row(table, time_away(why), why == Away::asleep ? "asleep" : "waiting for I/O");
    sort_by_first(table);
}

std::vector<Table> CriticalPath::tables(const Functions& functions) const {
    return {function_table(functions), thread_table(), entrance_table()};
}

Table CriticalPath::stretches() const {
    Table table{"path",
                {{"begins", Measure::work},
                 {"span", Measure::work},
                 {"share", Measure::share},
                 {"thread"},
                 {"entered_through"}},
                {},
                "The critical path from its beginning to its end, with a row for each stretch on "
                "one thread.",
                false};
    std::uint64_t begins = 0;
    for (const Stretch& stretch : stretches_) {
        begins += stretch.delay +
                  std::accumulate(stretch.away.begin(), stretch.away.end(), std::uint64_t{0});
        const ThreadIndex thread = run_.steps[steps_[stretch.first].step].thread;
        table.rows.push_back({begins, stretch.work, share(stretch.work), thread_name(run_, thread),
                              entrance(stretch)});
        begins += stretch.work;
    }
    return table;
}

Finding CriticalPath::finding() const {
    constexpr double worth_saying = 0.01;
    std::string text;
    if (const std::uint64_t before = sum_of(&Stretch::delay); before > 0)
        text = percent(share(before)) + " of the critical path lies before a thread's first event";
    for (const Away why : all_kinds_of_away)
        if (const double away = share(sum_of(time_away(why))); away > worth_saying)
            text += (text.empty() ? "" : "; ") + std::string("threads ") + words_of(why).they_do +
                    " in " + percent(away) + " of the critical path";
    return {"", text};
}

} // namespace ilm
