// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_SECONDS_H
#define ILMGEN_ANALYSIS_SECONDS_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/model/native.h"

#include <vector>

namespace ilm {

/// Says on the first screen how long the run takes on some processors, for how long its threads
/// sleep, and how much of the native run is neither work nor sleep. `report`: the run's report in
/// nanoseconds.
std::vector<Finding> seconds(const Report& report, const Native& native);

} // namespace ilm

#endif
