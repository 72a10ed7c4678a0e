// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which threads do the same job?  A picture with a thousand threads can show those together.
//
// A thread's group is its name without the number at the end.  The group of a thread without a name
// is the function that the thread begins with, or, if the trace has no stacks, the thread that
// forked it.  Example: threads 2 and 3 run work() of pool.c and have no names, and thread 4 is
// called "logger-1".  The groups are `work (pool.c)`, `work (pool.c)` and `"logger"`.
#ifndef ILMGEN_ANALYSIS_PICTURE_THREAD_GROUPS_H
#define ILMGEN_ANALYSIS_PICTURE_THREAD_GROUPS_H

#include "ilmgen/run/run.h"

#include <string>
#include <vector>

namespace ilm {

/// Returns the name of each thread's group.  It is empty for a thread of which nothing is known.
std::vector<std::string> thread_groups(const Run& run);

} // namespace ilm

#endif
