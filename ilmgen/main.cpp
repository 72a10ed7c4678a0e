// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/damage.h"
#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/options.h"
#include "ilmgen/command/output.h"
#include "ilmgen/command/plan_output.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/command/read_log.h"
#include "ilmgen/command/report_output.h"
#include "ilmgen/command/stats_output.h"
#include "ilmgen/command/whole_run.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"
#include "ilmgen/resolve/resolver.h"
#include "ilmgen/storage/large_arrays.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>

namespace {

using namespace ilm;

void say(const std::string& sentence) {
    std::cerr << "ilmgen: " << sentence << '\n';
}

void say_all(const std::vector<std::string>& sentences) {
    std::ranges::for_each(sentences, say);
}

/// Returns the status to exit with.
int run(const Options& options) {
    limit_memory_of_large_arrays(options.report_memory << 20);
    StatusLine status(options.quiet);
    LogSources sources(options.inputs);
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    StatsOutput stats(options);
    WholeRun whole(options, *log);
    ReportOutput report(options, status);
    PlanOutput plan(options, *log, status);
    Output output(options, *log);
    IlmBuilder builder(output.form(), output.blocks(), stats.stats());

    ResolvedEvents stages{stats.prims(),
                          output.beginnings(),
                          output.notes(),
                          output.step_places(),
                          &builder,
                          output.events(),
                          stats.arrows(),
                          stats.heap_sites(),
                          stats.missing_parts(),
                          whole.recorder(),
                          report.flow()};
    const std::optional<Damage> damage =
        read_log(*log, sources, stages, builder, options.recover, status);
    whole.finish(*log);
    stats.finish(*log, builder.heap());
    const std::vector<std::string> losses =
        damage ? std::vector<std::string>{loss(*damage, sources, builder.events())}
               : std::vector<std::string>();
    const std::vector<std::string> missing =
        what_is_missing(*log, both(stats.missing(), disagreement(whole.run())),
                        std::max({builder.lost(), stats.lost(), whole.lost()}));
    plan.finish(whole.run(), whole.cost());
    report.finish(whole, both(losses, missing), plan.shown());
    output.finish(whole.run(), *log,
                  whole.cost()); // the last: an archive lets signals wait from then on
    status.clear();
    const std::vector<std::string> remarks = stats.remarks(sources.name());

    output.commit();
    stats.commit();
    report.commit();
    plan.commit();
    say_all(remarks);
    say_all(output.remarks());
    say_all(report.regressions());
    say_all(with_prefix(sources.name() + ": ", log->figures().remarks));
    if (!report.is_on_standard_output()) {
        say_all(losses);
        say_all(with_prefix(sources.name() + ": ", missing));
        say_all(report.missing_before());
    }
    if (output.lost() > 0)
        say(options.output + ": " + lost_order(output.lost()));
    return report.regressions().empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
    // A reader that went away, or a limit of a file's size (ulimit -f), is an error of writing like
    // any other.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    explain_lack_of_memory();
    try {
        if (const std::optional<Options> options = parse_options(argc, argv))
            return run(*options);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        say(error.what());
        return EXIT_FAILURE;
    }
}
