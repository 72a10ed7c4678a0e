// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/explain.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/code/missing_symbols.h"
#include "ilmgen/analysis/code/programs.h"
#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/faster/limits.h"
#include "ilmgen/analysis/faster/memory_bound.h"
#include "ilmgen/analysis/faster/what_if.h"
#include "ilmgen/analysis/meetings/balance.h"
#include "ilmgen/analysis/meetings/rounds.h"
#include "ilmgen/analysis/memory/heap.h"
#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/analysis/waiting/messages.h"
#include "ilmgen/analysis/waiting/ranks.h"
#include "ilmgen/analysis/waiting/waits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ilm {

namespace {

std::uint64_t work_of_libraries(const Run& run) {
    std::uint64_t work = 0;
    for (const RunThread& thread : run.threads)
        work += thread.library;
    return work;
}

/// The span changes with the work of functions, but not with hand-overs, which cost nothing in it.
/// A small change of the work makes a small change of the span, so the span has one state.
TimeRange range_of_span(const Timeline& timeline, const UncertainFigures& uncertain) {
    const auto span_if = [&](const Deviation& deviation) {
        return static_cast<double>(uncertain.span_if(deviation, timeline.span));
    };
    return uncertain.spread_of(static_cast<double>(timeline.span), span_if).of_time();
}

Finding work_and_span(const Run& run, const std::string& cost, const Timeline& timeline,
                      const TimeRange& range) {
    const std::uint64_t library = work_of_libraries(run);
    const std::string part =
        library == 0 ? "" : " (" + percent(ratio(library, run.work)) + " of it inside MPI)";
    const auto span = [&](std::uint64_t time) { return rounded_again(time, cost); };
    const auto parallelism = [&](std::uint64_t time) { return fixed(ratio(run.work, time)); };
    const std::string begin = rounded_cost(run.work, cost) + part + ", span ";
    if (!range.is_wide())
        return {"Work",
                begin + span(timeline.span) + ": parallelism " + parallelism(timeline.span)};
    return {"Work", begin + between(span(range.p10), span(range.p90)) + ": parallelism " +
                        between(parallelism(range.p90), parallelism(range.p10))};
}

/// Work in instructions does not show the cost of cache misses, which matters if the heap does not
/// fit into the caches.
Finding limit_of_memory(const std::string& cost, const HeapLevel& peak, const MemoryBound& bound) {
    const Finding finding = bound.finding();
    if (!finding.text.empty() || bound.is_settled() || cost != "instructions" ||
        peak.bytes <= more_than_caches)
        return finding;
    return {"", "The model counts instructions: waiting for memory (caches, bandwidth) costs "
                "nothing in it"};
}

std::vector<Figure> figures_of(const Run& run, const Timeline& timeline, const Cores& cores,
                               const Waits& waits, const Heap& heap) {
    std::uint64_t waited = 0;
    for (const ObjectWaits& object : waits.objects())
        waited += object.waited;
    std::uint64_t allocated = 0;
    for (const RunBlock& block : run.blocks)
        allocated += block.size;
    std::vector<Figure> figures = {
        {figure_work, run.work, Measure::work},
        {figure_span, timeline.span, Measure::work},
        {figure_parallelism, ratio(run.work, timeline.span), Measure::ratio, true}};
    for (const MachineRun& machine : cores.machines())
        figures.push_back({figure_time + std::to_string(machine.processors), machine.replayed.time,
                           Measure::work, false, machine.range});
    figures.push_back({figure_waited, waited, Measure::work});
    for (const Away why : all_kinds_of_away)
        if (const std::uint64_t time = run.time_away(why); time > 0)
            figures.push_back({words_of(why).key, time, Measure::work});
    figures.push_back({figure_allocated, allocated, Measure::bytes});
    figures.push_back({figure_peak, heap.peak().bytes, Measure::bytes});
    if (const std::uint64_t library = work_of_libraries(run); library > 0)
        figures.push_back({figure_library, library, Measure::work});
    if (heap.librarys_at_peak() > 0)
        figures.push_back({figure_library_peak, heap.librarys_at_peak(), Measure::bytes});
    if (heap.worst().known)
        figures.push_back({figure_any_peak, heap.worst().bytes, Measure::bytes});
    return figures;
}

/// The figures of the whole run that have ranges. The times on processors are in cores_range.
Table range_table(const Run& run, const Timeline& timeline, const TimeRange& span) {
    const auto parallelism = [&](std::uint64_t time) { return ratio(run.work, time); };
    return {"figures_range",
            {{"value_p10", Measure::ratio},
             {"value", Measure::ratio},
             {"value_p90", Measure::ratio},
             {"figure"}},
            {{span.p10, timeline.span, span.p90, std::string(figure_span)},
             {parallelism(span.p90), parallelism(timeline.span), parallelism(span.p10),
              std::string(figure_parallelism)}},
            "How far these figures may be off, because functions have few native samples "
            "(--native)."};
}

/// Figures in bytes are those of memory.
Table figure_table(const std::vector<Figure>& figures, bool tells_memory) {
    Table table{
        "figures", {{"value", Measure::ratio}, {"figure"}}, {}, "Figures of the whole run."};
    for (const Figure& figure : figures)
        if (tells_memory || figure.measure != Measure::bytes)
            table.rows.push_back({figure.value, figure.name});
    return table;
}

/// The sections that are wanted.
class WantedSections {
public:
    WantedSections(const std::vector<std::string>& sections,
                   const std::function<void(const MachineRun&)>& schedule, const Measured& measured,
                   double unit)
        : sections_(sections), schedule_(schedule), measured_(measured), unit_(unit) {}

    bool has(const char* section) const {
        return std::ranges::find(sections_, section) != sections_.end();
    }
    CoresDetail of_cores() const {
        const bool all_machines = has("cores") || has("whatif") || has("figures") || schedule_;
        return {all_machines,    has("cores"),     schedule_,          measured_.machine,
                unit_,           measured_.errors, measured_.slowdown, measured_.on_several,
                measured_.on_one};
    }
    const Measured& measured() const { return measured_; }
    double unit() const { return unit_; }

private:
    const std::vector<std::string>& sections_;
    const std::function<void(const MachineRun&)>& schedule_;
    const Measured& measured_;
    double unit_;
};

/// All analyses of a run. The findings need all of them. A part that only a section's tables need
/// is left out if the section is not wanted.
struct Analyses {
    Analyses(const Run& run, const Flow& flow, const std::string& cost,
             const WantedSections& wanted, const Doing& doing)
        : run(run), flow(flow), timeline(timeline_of((doing("the critical path"), run))),
          functions(run), path(run, timeline), cores(run, doing, wanted.of_cores()),
          memory_bound(run, functions, cores, wanted.measured(), cost, wanted.unit(), doing),
          waits(run, (doing("waits"), timeline)),
          what_if(run, functions, path, waits, cores, wanted.has("whatif"), doing),
          balance(run, (doing("balance"), timeline)), meetings(run, timeline), ranks(run, timeline),
          messages(run, timeline), programs(run, timeline, path),
          heap(run, (doing("the heap of any schedule"), timeline)),
          limits({run, timeline, functions, path, cores, waits, balance}, doing),
          span_range(range_of_span(timeline, cores.uncertain())),
          has_span_range(wanted.measured().errors != nullptr),
          figures(figures_of(run, timeline, cores, waits, heap)) {}

    bool tells_memory() const { return !run.blocks.empty(); }

    const Run& run;
    const Flow& flow;
    const Timeline timeline;
    const Functions functions;
    const CriticalPath path;
    const Cores cores;
    const MemoryBound memory_bound;
    const Waits waits;
    const WhatIf what_if;
    const Balance balance;
    const Meetings meetings;
    const Ranks ranks;
    const Messages messages;
    const Programs programs;
    const Heap heap;
    const RunLimits limits;
    const TimeRange span_range;
    const bool has_span_range;
    const std::vector<Figure> figures;
};

std::vector<Table> all_of(std::vector<Table> tables, const std::vector<Table>& more,
                          const std::vector<Table>& most) {
    tables.insert(tables.end(), more.begin(), more.end());
    tables.insert(tables.end(), most.begin(), most.end());
    return tables;
}

/// A section of the report.
struct SectionKind {
    const char* name;  ///< of JSON and of --sections
    const char* title; ///< for a person
    std::vector<Table> (*tables)(const Analyses& of);
    bool is_usual = true; ///< a report has it if the user names no sections
};

/// In the order in which a report has them.
constexpr std::array section_kinds = {
    SectionKind{"figures", "Figures",
                [](const Analyses& of) -> std::vector<Table> {
                    std::vector<Table> tables{figure_table(of.figures, of.tells_memory())};
                    if (of.has_span_range)
                        tables.push_back(range_table(of.run, of.timeline, of.span_range));
                    return tables;
                }},
    SectionKind{"limits", "Limits", [](const Analyses& of) { return of.limits.tables(); }},
    SectionKind{"critical", "Critical path",
                [](const Analyses& of) {
                    return all_of(of.path.tables(of.functions), {of.functions.table()}, {});
                }},
    SectionKind{"path", "Path, step by step",
                [](const Analyses& of) -> std::vector<Table> { return {of.path.stretches()}; },
                false},
    SectionKind{
        "cores", "Processors",
        [](const Analyses& of) { return all_of(of.cores.tables(), of.memory_bound.tables(), {}); }},
    SectionKind{"whatif", "What if", [](const Analyses& of) { return of.what_if.tables(); }},
    SectionKind{"waits", "Locks and waits", [](const Analyses& of) { return of.waits.tables(); }},
    SectionKind{"balance", "Balance",
                [](const Analyses& of) {
                    return all_of(of.balance.tables(), of.meetings.tables(), of.ranks.tables());
                }},
    SectionKind{"heap", "Heap", [](const Analyses& of) { return of.heap.tables(); }},
    SectionKind{"flow", "Flow", [](const Analyses& of) { return of.flow.tables(of.run); }},
    SectionKind{"messages", "Messages", [](const Analyses& of) { return of.messages.tables(); }},
    SectionKind{"processes", "Processes", [](const Analyses& of) { return of.programs.tables(); }},
};

std::vector<Finding> findings_of(const Analyses& of, const std::string& cost) {
    std::vector<Finding> findings = {
        of.limits.first(),    work_and_span(of.run, cost, of.timeline, of.span_range),
        of.cores.finding(),   of.cores.finding_of_slowdown(),
        of.path.finding(),    limit_of_memory(cost, of.heap.peak(), of.memory_bound),
        of.programs.finding()};
    const auto add = [&findings](std::vector<Finding> more) {
        std::ranges::move(more, std::back_inserter(findings));
    };
    add(of.limits.others());
    add({of.what_if.finding(), of.waits.finding(cost), of.limits.balance(),
         of.ranks.finding(of.meetings.most_apart(cost))});
    add(of.heap.findings());
    add({of.flow.finding(of.run), of.messages.finding(cost),
         missing_symbols(of.run, of.functions, of.path, of.timeline.span)});
    std::erase_if(findings, [](const Finding& finding) { return finding.text.empty(); });
    return findings;
}

template <class Wants>
std::vector<std::string> names_of_sections(const Wants& wants) {
    std::vector<std::string> names;
    for (const SectionKind& kind : section_kinds)
        if (wants(kind))
            names.emplace_back(kind.name);
    return names;
}

} // namespace

const std::vector<std::string>& report_sections() {
    static const std::vector<std::string> names =
        names_of_sections([](const SectionKind&) { return true; });
    return names;
}

const std::vector<std::string>& usual_sections() {
    static const std::vector<std::string> names =
        names_of_sections([](const SectionKind& kind) { return kind.is_usual; });
    return names;
}

std::vector<std::string> figure_names() {
    return {figure_work,
            figure_span,
            figure_parallelism,
            figure_time,
            figure_waited,
            words_of(Away::asleep).key,
            words_of(Away::in_io).key,
            figure_allocated,
            figure_peak,
            figure_any_peak,
            figure_library,
            figure_library_peak};
}

Report explain(const Run& run, const Flow& flow, const std::string& cost,
               const std::vector<std::string>& sections, const Doing& doing,
               const std::function<void(const MachineRun&)>& schedule, const Measured& measured) {
    const double unit =
        measured.machine == nullptr ? 1 : nanoseconds_of_unit(cost, *measured.machine);
    const WantedSections wanted(sections, schedule, measured, unit);
    const Analyses of(run, flow, cost, wanted, doing);
    Report report;
    report.cost = cost;
    report.tells_memory = of.tells_memory();
    report.samples = of.functions.mixes().whole().all;
    report.time_on_one = of.cores.time_on_one();
    report.range_on_one = of.cores.range_on_one();
    report.figures = of.figures;
    report.findings = findings_of(of, cost);
    for (const SectionKind& kind : section_kinds)
        if (wanted.has(kind.name))
            report.sections.push_back({kind.name, kind.title, kind.tables(of)});
    return report;
}

} // namespace ilm
