// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/damage.h"
#include "ilmgen/command/options.h"
#include "ilmgen/command/output.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/command/report_output.h"
#include "ilmgen/command/stats_output.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>

namespace {

using namespace ilm;

void say(const std::string& sentence) {
    std::cerr << "ilmgen: " << sentence << '\n';
}

std::optional<Damage> read(LogReader& log, const LogSources& sources, EventSink& sink, bool quiet) {
    if (quiet || !stderr_is_terminal())
        return log.read(sink);
    ProgressBar bar(sources, sink);
    return log.read(bar);
}

/// The last DAG block's counters can overflow where an event could not be blamed before.
void finish(IlmBuilder& builder, const LogSources& sources) {
    try {
        builder.finish();
    } catch (const Error& error) {
        if (!error.place())
            throw;
        throw Error(sources.name() + ": " + error.sentence());
    }
}

void run(const Options& options) {
    LogSources sources(options.inputs);
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    StatsOutput stats(options);
    ReportOutput report(options);
    Output output(options, *log);
    IlmBuilder builder(output.form(), output.blocks(), stats.stats());

    EventFan stages;
    stages.add(stats.prims());
    stages.add(output.notes());
    stages.add(output.whereabouts());
    stages.add(&builder);
    stages.add(output.events());
    stages.add(stats.arrows());
    stages.add(stats.heap_sites());
    stages.add(report.recorder());
    stages.add(report.flow());

    const std::optional<Damage> damage = read(*log, sources, stages.front(), options.quiet);
    if (damage)
        check_recovery(*damage, sources, builder.events(), options.recover);
    finish(builder, sources);
    output.finish(*log);
    stats.finish(*log, builder.heap());
    report.finish(*log);
    const std::vector<std::string> remarks = stats.remarks(sources.name());

    if (damage)
        say(loss(*damage, sources, builder.events()));
    if (const auto lost = std::max({builder.lost(), stats.lost(), report.lost(), output.lost()});
        lost > 0)
        say(sources.name() + ": " + std::to_string(lost) +
            " acquires refer to releases too long ago to be remembered; some order may be lost");
    for (const std::string& remark : log->figures().remarks)
        say(sources.name() + ": " + remark);
    output.commit();
    stats.commit();
    report.commit();
    for (const std::string& remark : remarks)
        say(remark);
    if (const std::string remark = output.remark(); !remark.empty())
        say(remark);
}

} // namespace

int main(int argc, char** argv) {
    // A reader that went away is an error of writing like any other.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        if (const std::optional<Options> options = parse_options(argc, argv))
            run(*options);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        say(error.what());
        return EXIT_FAILURE;
    }
}
