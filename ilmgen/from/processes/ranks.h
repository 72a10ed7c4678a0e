// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which traces belong together: those of a run's processes, and those of all ranks
// of a job of MPI with theirs.
#ifndef ILMGEN_FROM_PROCESSES_RANKS_H
#define ILMGEN_FROM_PROCESSES_RANKS_H

#include "ilmgen/from/processes/program.h"

#include <memory>
#include <string>
#include <vector>

namespace ilm {

using Programs = std::vector<std::unique_ptr<Program>>;

/// Leaves those of one run.  Throws Error if there are several; `run`: the pid of the wanted one's
/// first process, or of that of a rank; 0 if nobody says.  `name`: of all files.
void take_one_run(Programs& programs, Pid run, const std::string& name);

/// Of one run: throws Error if a rank is there twice or, unless `some_may_be_missing`, not at all.
/// Says in a sentence how many are missing; empty if none.
std::string check_ranks(const Programs& programs, bool some_may_be_missing);

} // namespace ilm

#endif
