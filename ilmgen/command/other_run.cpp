// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/other_run.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/damage.h"
#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/read_log.h"
#include "ilmgen/command/whole_run.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/run/recorder.h"

#include <algorithm>
#include <utility>

namespace ilm {

Report report_on_other_run(const Options& options, StatusLine& status) {
    LogSources sources({options.compare});
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    Form form = options.form;
    form.reduce = form.prune = form.cross_block = false;
    IlmBuilder builder(form, nullptr, nullptr);
    MissingParts parts;
    RunRecorder recorder(options.form.relaxed);
    Flow flow(options.form.relaxed, false);
    EventFan stages;
    for (EventSink* const stage :
         std::initializer_list<EventSink*>{&builder, &parts, &recorder, &flow})
        stages.add(stage);
    const std::optional<Damage> damage =
        read_log(*log, sources, stages, builder, options.recover, status);
    const Run run = recorder.finish(log->origin());
    Report report = explain(
        run, flow, log->origin().cost, report_sections(),
        [&status](const std::string& what) { status.announce(what); }, nullptr, costs_of(options));
    if (damage)
        report.incomplete.push_back(loss(*damage, sources, builder.events()));
    report.incomplete = both(std::move(report.incomplete),
                             what_is_missing(*log, both(parts.sentences(), disagreement(run)),
                                             std::max(builder.lost(), run.lost)));
    return report;
}

} // namespace ilm
