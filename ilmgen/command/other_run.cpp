// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/other_run.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/read_log.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/run/recorder.h"

namespace ilm {

Report report_on_other_run(const Options& options, StatusLine& status) {
    LogSources sources({options.compare});
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    Form form = options.form;
    form.reduce = form.prune = form.cross_block = false;
    IlmBuilder builder(form, nullptr, nullptr);
    RunRecorder recorder(options.form.relaxed);
    Flow flow(options.form.relaxed, false);
    EventFan stages;
    for (EventSink* const stage : std::initializer_list<EventSink*>{&builder, &recorder, &flow})
        stages.add(stage);
    read_log(*log, sources, stages, builder, options.recover, status);
    return explain(recorder.finish(log->origin()), flow, log->origin().cost, report_sections(),
                   [&status](const std::string& what) { status.announce(what); });
}

} // namespace ilm
