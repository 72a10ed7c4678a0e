// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts the report about a run together.
#ifndef ILMGEN_ANALYSIS_EXPLAIN_H
#define ILMGEN_ANALYSIS_EXPLAIN_H

#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/faster/measured.h"
#include "ilmgen/analysis/memory/flow.h"
#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/run/run.h"

#include <functional>
#include <string>
#include <vector>

namespace ilm {

/// Names of sections, in the order in which a report has them.
const std::vector<std::string>& report_sections();
/// The sections that a report has if the user names none.
const std::vector<std::string>& usual_sections();

/// `flow` has taken the same events. `cost` is the unit of the run's work. `sections` are the names
/// of the wanted sections; figures that only other sections need are not computed. `schedule` is
/// that of CoresDetail; it may be empty. Throws Error if the machine's costs cannot be compared
/// with the run's unit.
Report explain(const Run& run, const Flow& flow, const std::string& cost,
               const std::vector<std::string>& sections, const Doing& doing,
               const std::function<void(const MachineRun&)>& schedule = {},
               const Measured& measured = {});

/// Names of the figures of each report. The names of times have a number of processors appended.
std::vector<std::string> figure_names();

} // namespace ilm

#endif
