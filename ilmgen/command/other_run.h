// SPDX-License-Identifier: GPL-2.0-or-later
//
// --compare: the other run, with which the run of the input is compared.
#ifndef ILMGEN_COMMAND_OTHER_RUN_H
#define ILMGEN_COMMAND_OTHER_RUN_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/command/options.h"
#include "ilmgen/command/progress.h"

#include <string>

namespace ilm {

/// The parts of that run that are kept, so that two runs are never in memory at once.
struct OtherRun {
    Report report;    ///< with all sections
    std::string page; ///< the data for a page of both runs; empty: no page is asked for
};

/// Throws Error if the run cannot be read.
OtherRun read_other_run(const Options& options, StatusLine& status);

} // namespace ilm

#endif
