// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/report_output.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/report/write_report.h"

namespace ilm {

ReportOutput::ReportOutput(const Options& options) : options_(options) {
    if (options.report_file.empty())
        return;
    file_.emplace(options.report_file, replacement_guard(emit_report, options.force));
    recorder_.emplace(options.form.relaxed, options.report_memory << 20);
    flow_.emplace(options.form.relaxed);
}

void ReportOutput::finish(const LogReader& log) {
    if (!recorder_)
        return;
    const Run run = recorder_->finish();
    lost_ = run.lost;
    const Report report = explain(run, *flow_, log.origin().cost, options_.sections);
    if (is_json(options_.report_file))
        write_json(report, *file_);
    else
        write_text(report, *file_);
}

void ReportOutput::commit() {
    if (file_)
        file_->commit();
}

} // namespace ilm
