// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/explain.h"

#include "ilmgen/analysis/balance.h"
#include "ilmgen/analysis/cores.h"
#include "ilmgen/analysis/critical_path.h"
#include "ilmgen/analysis/functions.h"
#include "ilmgen/analysis/heap.h"
#include "ilmgen/analysis/names.h"
#include "ilmgen/analysis/ratio.h"
#include "ilmgen/analysis/timeline.h"
#include "ilmgen/analysis/waits.h"
#include "ilmgen/analysis/what_if.h"

#include <algorithm>

namespace ilm {

namespace {

Finding work_and_span(const Run& run, const std::string& cost, const Timeline& timeline) {
    return {"Work", rounded(run.work) + " " + cost + ", span " + rounded(timeline.span) +
                        ": parallelism " + fixed(ratio(run.work, timeline.span))};
}

} // namespace

const std::vector<std::string>& report_sections() {
    static const std::vector<std::string> names = {"critical", "path",    "cores", "whatif",
                                                   "waits",    "balance", "heap",  "flow"};
    return names;
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
               const std::vector<std::string>& sections) {
    const Timeline timeline = timeline_of(run);
    const Functions functions(run);
    const CriticalPath path(run, timeline);
    const Cores cores(run);
    const Waits waits(run, timeline);
    const WhatIf what_if(run, functions, path, waits, cores);
    const Balance balance(run, timeline);
    const Heap heap(run, timeline);

    Report report;
    report.cost = cost;
    report.findings = {work_and_span(run, cost, timeline),
                       cores.finding(),
                       path.finding(functions),
                       what_if.finding(waits),
                       what_if.finding(),
                       balance.finding(),
                       heap.finding(),
                       flow.finding(run)};
    std::erase_if(report.findings, [](const Finding& finding) { return finding.text.empty(); });
    const auto add = [&](const char* name, const auto& make) {
        if (std::find(sections.begin(), sections.end(), name) != sections.end())
            report.sections.push_back(make());
    };
    add("critical", [&] { return path.section(functions); });
    add("path", [&] { return path.stretches(); });
    add("cores", [&] { return cores.section(); });
    add("whatif", [&] { return what_if.section(); });
    add("waits", [&] { return waits.section(); });
    add("balance", [&] { return balance.section(); });
    add("heap", [&] { return heap.section(); });
    add("flow", [&] { return flow.section(run); });
    return report;
}

} // namespace ilm
