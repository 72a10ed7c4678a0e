// SPDX-License-Identifier: GPL-2.0-or-later
//
// The option --plan: a plan for a number of processors and an amount of memory, or a curve over all
// amounts.
#ifndef ILMGEN_COMMAND_PLAN_OUTPUT_H
#define ILMGEN_COMMAND_PLAN_OUTPUT_H

#include "ilmgen/command/options.h"
#include "ilmgen/command/progress.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/page/parts/page_plan.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"
#include "ilmgen/run/run.h"

#include <memory>
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

    /// After the last event. Throws Error if the memory is too small for the run. If there is a
    /// page, `run` must stay at its address, because shown() refers to it. `cost`: the unit of the
    /// run's work.
    void finish(const Run& run, const std::string& cost);

    /// After finish(): what a page is to show.  Null if there is no plan, or no page.
    const ShownPlan* shown() const { return planned_ ? &planned_->shown : nullptr; }

    /// Gives the file its name.
    void commit();

private:
    /// All that was found, for files and for a page.
    struct FoundPlan {
        FoundPlan(const Run& of, const Solver::Announce& announce)
            : run(of), solver(run.problem, announce) {}
        FoundPlan(const FoundPlan&) = delete;
        FoundPlan& operator=(const FoundPlan&) = delete;

        PlannedRun run;
        Solver solver;
        Curve curve;
        std::optional<Plan> plan;
        ShownPlan shown{run, solver, curve, nullptr};
    };

    void make_plan();
    void make_curve();
    void write(const std::string& cost);
    void write_workflow(const std::string& cost);
    void write_curve_in_its_form(const std::string& cost);

    const std::optional<PlanRequest>& request_;
    const bool has_page_;
    StatusLine& status_;
    std::optional<OutputFile> file_;
    std::unique_ptr<FoundPlan> planned_; ///< from finish() on, if there is a page
};

} // namespace ilm

#endif
