// SPDX-License-Identifier: GPL-2.0-or-later
//
// --compare: the run that the input's is compared with.
#ifndef ILMGEN_COMMAND_OTHER_RUN_H
#define ILMGEN_COMMAND_OTHER_RUN_H

#include "ilmgen/analysis/report.h"
#include "ilmgen/command/options.h"
#include "ilmgen/command/progress.h"

namespace ilm {

/// Returns the report about that run, with all sections.  Throws Error if it cannot be read.
Report report_on_other_run(const Options& options, StatusLine& status);

} // namespace ilm

#endif
