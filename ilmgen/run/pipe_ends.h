// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names pipes between processes by what is at their two ends.
#ifndef ILMGEN_RUN_PIPE_ENDS_H
#define ILMGEN_RUN_PIPE_ENDS_H

#include "ilmgen/run/run.h"

namespace ilm {

/// Calls a pipe that one program writes and another process reads "sort -> uniq", in place of the
/// number that the kernel gives it, because a person knows the programs, and another run has other
/// numbers.  A pipe with several programs at one end keeps its name, and so does one inside a
/// process.
void name_pipes_by_ends(Run& run);

} // namespace ilm

#endif
