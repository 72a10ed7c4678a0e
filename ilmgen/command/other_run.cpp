// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/other_run.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/damage.h"
#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/read_log.h"
#include "ilmgen/command/whole_run.h"
#include "ilmgen/emit/page/write_page.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/resolve/resolver.h"
#include "ilmgen/run/recorder.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// The run alone: the report about both runs has the tables.
std::string data_of_one(const PageRun& page, const std::string& cost, const FlowReads& reads,
                        const Doing& doing) {
    Report without_tables;
    without_tables.cost = cost;
    return page.data(without_tables, reads, nullptr, doing, page_budget / 2);
}

} // namespace

OtherRun read_other_run(const Options& options, StatusLine& status) {
    const bool has_page = std::ranges::any_of(options.report_files, is_page);
    LogSources sources({options.compare});
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    Form form = options.form;
    form.reduce = form.prune = form.cross_block = false;
    IlmBuilder builder(form, nullptr, nullptr);
    MissingParts parts;
    RunRecorder recorder(options.form.relaxed, traffic_from(options));
    Flow flow(options.form.relaxed, has_page);
    ResolvedEvents stages{&builder, &parts, &recorder, &flow};
    const std::optional<Damage> damage =
        read_log(*log, sources, stages, builder, options.recover, status);
    const Run run = recorder.finish(log->origin());
    const Doing doing = [&status](const std::string& what) { status.announce(what); };
    std::optional<PageRun> page;
    if (has_page)
        page.emplace(run);
    Report report = explain(
        run, flow, log->origin().cost, report_sections(), doing, page ? page->adder() : nullptr,
        {.machine = costs_of(options), .doubts_memory = !options.is_machine_ideal});
    if (damage)
        report.incomplete.push_back(loss(*damage, sources, builder.events()));
    report.incomplete = both(std::move(report.incomplete),
                             what_is_missing(*log, both(parts.sentences(), disagreement(run)),
                                             std::max(builder.lost(), run.lost)));
    OtherRun other{std::move(report), {}};
    if (page)
        other.page = data_of_one(*page, other.report.cost, flow.reads(), doing);
    return other;
}

} // namespace ilm
