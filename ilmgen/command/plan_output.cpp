// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/plan_output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/export/exports.h"
#include "ilmgen/emit/plan/write_plan.h"
#include "ilmgen/model/error.h"
#include "ilmgen/plan/processors.h"

#include <unistd.h>

namespace ilm {

namespace {

std::string in_bytes(std::int64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// Throws Error if no plan within the memory is known.
void check_memory(const Solver& solver, std::int64_t memory) {
    if (memory < solver.least_memory_bound())
        throw Error("--plan: " + in_bytes(memory) +
                    " cannot be enough, because the run needs at least " +
                    in_bytes(solver.least_memory_bound()) + " in any order of its steps");
    if (memory < solver.least_memory())
        throw Error("--plan: no order of the steps was found that needs at most " +
                    in_bytes(memory) + "; " + in_bytes(solver.least_memory()) +
                    " are enough, and less than " + in_bytes(solver.least_memory_bound()) +
                    " cannot be");
}

} // namespace

PlanOutput::PlanOutput(const Options& options, const LogReader& log, StatusLine& status)
    : request_(options.plan), status_(status) {
    if (!request_)
        return;
    if (const std::string format = log.origin().format; format != Origin().format)
        throw Error(
            "--plan: a plan is made from a trace of hpcmp, and this is a log of the format " +
            format);
    file_.emplace(request_->file, replacement_guard(kind_of(*request_), options.force));
}

void PlanOutput::finish(const Run& run, const LogReader& log) {
    if (!request_)
        return;
    status_.announce("planning");
    const PlannedRun planned(run);
    Solver solver(planned.problem, [this](const std::string& what) { status_.announce(what); });
    if (request_->is_curve())
        write_curve_of(planned, solver);
    else
        write_plan_within(planned, solver, log.origin().cost);
}

void PlanOutput::write_plan_within(const PlannedRun& planned, Solver& solver,
                                   const std::string& cost) {
    check_memory(solver, *request_->memory);
    const Plan plan = solver.plan({request_->processors, *request_->memory});
    if (request_->format == "json")
        write_plan(planned, solver, plan, *file_);
    else if (request_->format == "chrome")
        write_plan_for_chrome(planned, plan, cost, *file_);
    else
        write_workflow(planned, plan, cost);
}

void PlanOutput::write_workflow(const PlannedRun& planned, const Plan& plan,
                                const std::string& cost) {
    const std::vector<std::uint32_t> processors = processors_of(planned.problem, plan.schedule);
    const ScheduledTasks tasks{planned.graph, plan.schedule.start, processors, plan.schedule.order,
                               plan.schedule.makespan};
    if (request_->format == "dax")
        write_planned_dax(planned.run, cost, tasks, *file_);
    else
        write_planned_wfformat(planned.run, cost, tasks, *file_);
}

void PlanOutput::write_curve_of(const PlannedRun& planned, Solver& solver) {
    const Curve curve{request_->processors, memory_curve(solver, request_->processors)};
    if (request_->file == "-" && isatty(STDOUT_FILENO) != 0)
        write_curve_as_text(planned, solver, curve, *file_);
    else
        write_curve(planned, solver, curve, *file_);
}

void PlanOutput::commit() {
    if (file_)
        file_->commit();
}

} // namespace ilm
