// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/whole_run.h"

#include "ilmgen/analysis/schedule/hand_overs.h"
#include "ilmgen/from/measured/native_file.h"
#include "ilmgen/model/error.h"
#include "ilmgen/run/sleeps.h"

namespace ilm {

WholeRun::WholeRun(const Options& options, const LogReader& log) : costs_(costs_of(options)) {
    if (!options.report_files.empty() || options.plan || options.emit->needs_run())
        recorder_.emplace(options.form.relaxed, traffic_from(options));
    if (options.native.empty())
        return;
    if (log.origin().cost != Origin().cost)
        throw Error("--native: needs a trace of hpcmp, and this is a log of the format " +
                    log.origin().format + ", which counts " + log.origin().cost);
    native_ = read_native(options.native);
}

void WholeRun::finish(const LogReader& log) {
    if (recorder_)
        run_ = recorder_->finish(log.origin());
    cost_ = log.origin().cost;
    if (native_)
        cost_ = "ns";
    if (cost_ == "ns")
        put_sleeps(run_, 1);
    else if (costs_ != nullptr)
        put_sleeps(run_, nanoseconds_of_unit(cost_, *costs_));
    if (native_)
        converted_ = convert_to_nanoseconds(run_, *native_, costs_);
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
