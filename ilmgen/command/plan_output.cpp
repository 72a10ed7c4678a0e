// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/plan_output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/export/exports.h"
#include "ilmgen/emit/plan/write_plan.h"
#include "ilmgen/model/error.h"
#include "ilmgen/plan/resources.h"

#include <algorithm>
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
    : request_(options.plan), has_page_(std::ranges::any_of(options.report_files, is_page)),
      status_(status) {
    if (!request_)
        return;
    if (const std::string format = log.origin().format; format != Origin().format)
        throw Error(
            "--plan: a plan is made from a trace of hpcmp, and this is a log of the format " +
            format);
    file_.emplace(request_->file, replacement_guard(kind_of(*request_), options.force));
}

void PlanOutput::finish(const Run& run, const std::string& cost) {
    if (!request_)
        return;
    status_.announce("planning");
    planned_ = std::make_unique<FoundPlan>(
        run, [this](const std::string& what) { status_.announce(what); });
    if (!request_->is_curve())
        make_plan();
    if (request_->is_curve() || has_page_)
        make_curve();
    write(cost);
    if (!has_page_)
        planned_.reset();
}

void PlanOutput::make_plan() {
    check_memory(planned_->solver, *request_->memory);
    planned_->plan = planned_->solver.plan({request_->processors, *request_->memory});
    planned_->shown.plan = &*planned_->plan;
}

void PlanOutput::make_curve() {
    planned_->curve = {request_->processors, memory_curve(planned_->solver, request_->processors)};
}

void PlanOutput::write(const std::string& cost) {
    if (request_->is_curve())
        write_curve_in_its_form(cost);
    else if (request_->format == "json")
        write_plan(planned_->run, planned_->solver, *planned_->plan, *file_);
    else if (request_->format == "chrome")
        write_plan_for_chrome(planned_->run, *planned_->plan, cost, *file_);
    else
        write_workflow(cost);
}

void PlanOutput::write_workflow(const std::string& cost) {
    const PlannedRun& run = planned_->run;
    const Schedule& schedule = planned_->plan->schedule;
    const LargeVector<std::uint32_t> processors = processors_of(run.problem, schedule);
    const ScheduledTasks tasks{run.graph, schedule.start, processors, schedule.order,
                               schedule.makespan};
    if (request_->format == "dax")
        write_planned_dax(run.run, cost, tasks, *file_);
    else
        write_planned_wfformat(run.run, cost, tasks, *file_);
}

void PlanOutput::write_curve_in_its_form(const std::string& cost) {
    if (request_->file == "-" && isatty(STDOUT_FILENO) != 0)
        write_curve_as_text(planned_->run, planned_->solver, planned_->curve, cost, *file_);
    else
        write_curve(planned_->run, planned_->solver, planned_->curve, *file_);
}

void PlanOutput::commit() {
    if (file_)
        file_->commit();
}

} // namespace ilm
