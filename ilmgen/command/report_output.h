// SPDX-License-Identifier: GPL-2.0-or-later
//
// The option --report: each of its files gets the same report about the run, in the file's form.
#ifndef ILMGEN_COMMAND_REPORT_OUTPUT_H
#define ILMGEN_COMMAND_REPORT_OUTPUT_H

#include "ilmgen/analysis/memory/flow.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/command/options.h"
#include "ilmgen/command/other_run.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/command/whole_run.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/page/parts/page_plan.h"
#include "ilmgen/emit/page/write_page.h"
#include "ilmgen/run/run.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

class ReportOutput {
public:
    /// Throws Error if a file cannot be written, or the run that this one is compared with cannot
    /// be read.
    ReportOutput(const Options& options, StatusLine& status);
    ReportOutput(const ReportOutput&) = delete;
    ReportOutput& operator=(const ReportOutput&) = delete;

    /// This is null if no report is asked for.
    EventSink* flow() { return flow_ ? &*flow_ : nullptr; }

    /// After the last event.  `incomplete`: as Report's.  `planned`: what a page shows of a plan;
    /// null: nothing.
    void finish(const WholeRun& whole, const std::vector<std::string>& incomplete,
                const ShownPlan* planned);

    /// As Report's `incomplete`, of the run that this one is compared with: a sentence each, with
    /// the run's name.
    std::vector<std::string> missing_before() const;

    /// Whether one of the files is standard output, so that the user reads there what the report
    /// says.
    bool is_on_standard_output() const;

    /// A sentence about each figure that --fail-on does not allow; called after finish().
    const std::vector<std::string>& regressions() const { return regressions_; }

    /// Gives the files their names.
    void commit();

private:
    void write_page_of(const Report& report, const ShownPlan* planned, OutputFile& file) const;
    void write(const Report& report, const ShownPlan* planned, const std::string& name,
               OutputFile& file) const;

    const Options& options_;
    StatusLine& status_;
    std::deque<OutputFile> files_; ///< as many as options_.report_files
    std::optional<Flow> flow_;
    std::optional<PageRun> page_;    ///< none: nobody asks for a page
    std::optional<OtherRun> before_; ///< the run that this one is compared with
    std::vector<std::string> regressions_;
};

} // namespace ilm

#endif
