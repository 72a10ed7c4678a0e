// SPDX-License-Identifier: GPL-2.0-or-later
//
// The option --plan: a plan for so many processors and so much memory, or a curve over all
// memories.
#ifndef ILMGEN_COMMAND_PLAN_OUTPUT_H
#define ILMGEN_COMMAND_PLAN_OUTPUT_H

#include "ilmgen/command/options.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"
#include "ilmgen/run/run.h"

#include <optional>
#include <string>

namespace ilm {

class PlanOutput {
public:
    /// Throws Error if the file cannot be written, or if the log is no trace of hpcmp, because a
    /// plan needs the memory and the work of each step.
    PlanOutput(const Options& options, const LogReader& log, StatusLine& status);
    PlanOutput(const PlanOutput&) = delete;
    PlanOutput& operator=(const PlanOutput&) = delete;

    /// After the last event.  Throws Error if the memory is too small for the run.
    void finish(const Run& run, const LogReader& log);

    /// Gives the file its name.
    void commit();

private:
    void write_plan_within(const PlannedRun& planned, Solver& solver, const std::string& cost);
    void write_workflow(const PlannedRun& planned, const Plan& plan, const std::string& cost);
    void write_curve_of(const PlannedRun& planned, Solver& solver);

    const std::optional<PlanRequest>& request_;
    StatusLine& status_;
    std::optional<OutputFile> file_;
};

} // namespace ilm

#endif
