// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names pipes between processes after the programs at their two ends.
#ifndef ILMGEN_RUN_PIPE_ENDS_H
#define ILMGEN_RUN_PIPE_ENDS_H

#include "ilmgen/run/run.h"

namespace ilm {

/// If one program writes a pipe and another process reads it, the pipe gets a name like "sort ->
/// uniq". This name replaces the number that the kernel gives the pipe, because a person knows the
/// programs, and another run has other numbers. A pipe with several programs at one end keeps its
/// name, and so does one inside a process.
void name_pipes_by_ends(Run& run);

} // namespace ilm

#endif
