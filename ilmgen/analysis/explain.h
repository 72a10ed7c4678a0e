// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that is said about a run.
#ifndef ILMGEN_ANALYSIS_EXPLAIN_H
#define ILMGEN_ANALYSIS_EXPLAIN_H

#include "ilmgen/analysis/doing.h"
#include "ilmgen/analysis/flow.h"
#include "ilmgen/analysis/table.h"
#include "ilmgen/run/run.h"

#include <string>
#include <vector>

namespace ilm {

/// Names of sections, in the order in which a report has them.
const std::vector<std::string>& report_sections();
/// Those that a report has if none is named.
const std::vector<std::string>& usual_sections();

/// `flow`: of the same events.  `cost`: what the run's work is counted in.  `sections`: names of
/// those that are wanted.
Report explain(const Run& run, const Flow& flow, const std::string& cost,
               const std::vector<std::string>& sections, const Doing& doing);

/// Names of the figures of each report; those of times are followed by a number of processors.
std::vector<std::string> figure_names();

} // namespace ilm

#endif
