// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes the sleeps of a run part of its times.
//
// A trace tells for how many nanoseconds a thread has slept between two of its sync events. This
// sleep can only be added to the run's other times if these are nanoseconds, too, or can be
// converted. The trace does not tell where in the interval the thread has slept, so it sleeps first
// and works then. A sleeping thread needs no processor.
//
// Example: four threads each work for 10 ms and sleep for 100 ms.  On four processors the run takes
// 110 ms.  On one it takes 140 ms, because they sleep at the same time, and work one after the
// other.
#ifndef ILMGEN_RUN_SLEEPS_H
#define ILMGEN_RUN_SLEEPS_H

#include "ilmgen/run/run.h"

namespace ilm {

/// `unit`: nanoseconds of a unit of the run's cost.
void put_sleeps(Run& run, double unit);

} // namespace ilm

#endif
