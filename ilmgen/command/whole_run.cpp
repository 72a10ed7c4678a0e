// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/whole_run.h"

namespace ilm {

WholeRun::WholeRun(const Options& options) {
    if (!options.report_files.empty() || options.plan || options.emit->needs_run())
        recorder_.emplace(options.form.relaxed);
}

void WholeRun::finish(const LogReader& log) {
    if (recorder_)
        run_ = recorder_->finish(log.origin());
}

std::vector<std::string> disagreement(const Run& run) {
    if (run.backward == 0)
        return {};
    return {
        "the clocks disagree, because " + std::to_string(run.backward) +
        (run.backward == 1 ? " event is" : " events are") +
        " earlier than what comes before in the order of cause and effect; so each thread begins "
        "with the run or with its fork (--align makes clocks agree)"};
}

} // namespace ilm
