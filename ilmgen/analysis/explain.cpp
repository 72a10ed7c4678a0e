// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/explain.h"

#include "ilmgen/analysis/balance.h"
#include "ilmgen/analysis/cores.h"
#include "ilmgen/analysis/critical_path.h"
#include "ilmgen/analysis/functions.h"
#include "ilmgen/analysis/heap.h"
#include "ilmgen/analysis/messages.h"
#include "ilmgen/analysis/names.h"
#include "ilmgen/analysis/programs.h"
#include "ilmgen/analysis/ranks.h"
#include "ilmgen/analysis/ratio.h"
#include "ilmgen/analysis/rounds.h"
#include "ilmgen/analysis/timeline.h"
#include "ilmgen/analysis/waits.h"
#include "ilmgen/analysis/what_if.h"

#include <algorithm>

namespace ilm {

namespace {

std::uint64_t work_of_libraries(const Run& run) {
    std::uint64_t work = 0;
    for (const RunThread& thread : run.threads)
        work += thread.library;
    return work;
}

Finding work_and_span(const Run& run, const std::string& cost, const Timeline& timeline) {
    const std::uint64_t library = work_of_libraries(run);
    const std::string part =
        library == 0 ? "" : " (" + percent(ratio(library, run.work)) + " of it inside MPI)";
    return {"Work", rounded(run.work) + " " + cost + part + ", span " + rounded(timeline.span) +
                        ": parallelism " + fixed(ratio(run.work, timeline.span))};
}

/// Work in instructions says nothing of caches.  They matter where the heap does not fit into them:
/// most machines' caches hold less than this.
Finding limit_of_instructions(const std::string& cost, const HeapLevel& peak) {
    constexpr std::uint64_t more_than_caches = std::uint64_t{32} << 20;
    if (cost != "instructions" || peak.bytes <= more_than_caches)
        return {};
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
    for (const OnCores& machine : cores.machines())
        figures.push_back({figure_time + std::to_string(machine.processors), machine.replayed.time,
                           Measure::work});
    figures.push_back({figure_waited, waited, Measure::work});
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

/// Figures in bytes are those of memory.
Section figure_section(const std::vector<Figure>& figures, bool tells_memory) {
    Table table{
        "figures", {{"value", Measure::ratio}, {"figure"}}, {}, "Numbers about the whole run."};
    for (const Figure& figure : figures)
        if (tells_memory || figure.measure != Measure::bytes)
            table.rows.push_back({figure.value, figure.name});
    return {"figures", {table}};
}

Section balance_section(const Balance& balance, const Meetings& meetings, const Ranks& ranks) {
    Section section = balance.section();
    for (const std::vector<Table>& tables : {meetings.tables(), ranks.tables()})
        section.tables.insert(section.tables.end(), tables.begin(), tables.end());
    return section;
}

} // namespace

const std::vector<std::string>& report_sections() {
    static const std::vector<std::string> names = {"figures", "critical", "path",     "cores",
                                                   "whatif",  "waits",    "balance",  "heap",
                                                   "flow",    "messages", "processes"};
    return names;
}

std::vector<std::string> figure_names() {
    return {figure_work,      figure_span, figure_parallelism, figure_time,    figure_waited,
            figure_allocated, figure_peak, figure_any_peak,    figure_library, figure_library_peak};
}

const std::vector<std::string>& usual_sections() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = report_sections();
        std::erase(all, "path");
        return all;
    }();
    return names;
}

Report explain(const Run& run, const Flow& flow, const std::string& cost,
               const std::vector<std::string>& sections, const Doing& doing) {
    doing("the critical path");
    const Timeline timeline = timeline_of(run);
    const Functions functions(run);
    const CriticalPath path(run, timeline);
    const Cores cores(run, doing);
    doing("waits");
    const Waits waits(run, timeline);
    const WhatIf what_if(run, functions, path, waits, cores, doing);
    doing("balance");
    const Balance balance(run, timeline);
    const Meetings meetings(run, timeline);
    const Ranks ranks(run, timeline);
    const Messages messages(run, timeline);
    const Programs programs(run, timeline, path);
    doing("the heap of any schedule");
    const Heap heap(run, timeline);

    Report report;
    report.cost = cost;
    report.tells_memory = !run.blocks.empty();
    report.figures = figures_of(run, timeline, cores, waits, heap);
    report.findings = {work_and_span(run, cost, timeline),
                       cores.finding(),
                       limit_of_instructions(cost, heap.peak()),
                       programs.finding(),
                       path.finding(functions),
                       what_if.finding(waits),
                       what_if.finding(),
                       balance.finding(),
                       ranks.finding(meetings.most_apart()),
                       heap.finding(),
                       flow.finding(run),
                       messages.finding()};
    std::erase_if(report.findings, [](const Finding& finding) { return finding.text.empty(); });
    const auto add = [&](const char* name, const auto& make) {
        if (std::find(sections.begin(), sections.end(), name) != sections.end())
            report.sections.push_back(make());
    };
    add("figures", [&] { return figure_section(report.figures, report.tells_memory); });
    add("critical", [&] { return path.section(functions); });
    add("path", [&] { return path.stretches(); });
    add("cores", [&] { return cores.section(); });
    add("whatif", [&] { return what_if.section(); });
    add("waits", [&] { return waits.section(); });
    add("balance", [&] { return balance_section(balance, meetings, ranks); });
    add("heap", [&] { return heap.section(); });
    add("flow", [&] { return flow.section(run); });
    add("messages", [&] { return messages.section(); });
    add("processes", [&] { return programs.section(); });
    return report;
}

} // namespace ilm
