// SPDX-License-Identifier: GPL-2.0-or-later
//
// Plans and curves as files.
#ifndef ILMGEN_EMIT_PLAN_WRITE_PLAN_H
#define ILMGEN_EMIT_PLAN_WRITE_PLAN_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/plan/curve.h"
#include "ilmgen/plan/planned_run.h"
#include "ilmgen/plan/solver.h"

#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// Format: docs/plan-format.md.
void write_plan(const PlannedRun& run, const Solver& solver, const Plan& plan, OutputFile& out);

/// Whether a file that begins with these bytes was written by write_plan().
bool begins_plan(std::string_view begin);

/// Format: Chrome's Trace Event Format, as its document "Trace Event Format" describes it. It shows
/// a row for each processor, and the booked bytes. `cost`: the unit of the run's work.
void write_plan_for_chrome(const PlannedRun& run, const Plan& plan, const std::string& cost,
                           OutputFile& out);

/// Whether a file that begins with these bytes was written by write_plan_for_chrome().
bool begins_plan_for_chrome(std::string_view begin);

/// Format: docs/plan-format.md, "The curve".
void write_curve(const PlannedRun& run, const Solver& solver, const Curve& curve, OutputFile& out);

/// The same for a person: a sentence, and a table.  `cost`: what its times are counted in.
void write_curve_as_text(const PlannedRun& run, const Solver& solver, const Curve& curve,
                         const std::string& cost, OutputFile& out);

/// The same in one or two sentences.  Example: "4 processors need 1.20 GB; with 800 MB the run
/// takes 1.30 times as long; with less than 600 MB it cannot run.", "With 2.00 GB no planning is
/// needed, because no schedule needs more."
std::vector<std::string> curve_sentences(const PlannedRun& run, const Solver& solver,
                                         const Curve& curve);

/// Whether a file that begins with these bytes was written by write_curve().
bool begins_curve(std::string_view begin);

} // namespace ilm

#endif
