// SPDX-License-Identifier: GPL-2.0-or-later
//
// Says in one sentence what has become slower or faster between two runs, and what the cause is.
//
// Example: "compress (pipe3.c:14): 10 % more work; the run takes 8.1 % longer".
#ifndef ILMGEN_ANALYSIS_WHAT_CHANGED_H
#define ILMGEN_ANALYSIS_WHAT_CHANGED_H

#include "ilmgen/analysis/said/report.h"

#include <string>

namespace ilm {

/// `changes`: the tables of both runs, as compare() makes them. The time of a run is its span,
/// which assumes a processor for each thread and the recorded order of the locks. The sentence has
/// these parts, each only if there is such a change:
///
///   function   its work changes in the same direction as the time of the run, by at least half of
///              the change of the time, and by more than twice the standard error of its samples.
///              If the time is the same, the work changes by at least 1 % of the run's work
///   waits      threads wait for an object more or less than if its waits had grown in proportion
///              to the time of the run, by at least a quarter of the change of the time, and by at
///              least 1 % of the time.  The sentence also says how much longer a lock is held, and
///              whether the threads that meet (at a barrier, at joins) have less equal parts.  The
///              object with the largest change is named.  New waits count twice, because other
///              waits follow from them
///   time       always said
///   memory     bytes that are never freed, or else the peak, change by at least 1 % of what the
///              run allocates
///
/// The sentence has no full stop.  It is empty if the runs have no time.
std::string what_changed(const Report& before, const Report& now, const Report& changes);

} // namespace ilm

#endif
