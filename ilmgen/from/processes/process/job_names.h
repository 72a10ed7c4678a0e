// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects of MPI in a run of several jobs, each of which calls its own `MPI world, 0 to 1` or
// `MPI self.2@0`.  A job that has been spawned says which it is, `MPI world 4711, 0 to 1`, and so
// do all here; what several jobs have, `MPI worlds`, has one name in all.
#ifndef ILMGEN_FROM_PROCESSES_JOB_NAMES_H
#define ILMGEN_FROM_PROCESSES_JOB_NAMES_H

#include <string>
#include <string_view>

namespace ilm {

/// The name with the job; empty: it is no such name, or has the job.
std::string with_job(std::string_view name, const std::string& job);

} // namespace ilm

#endif
