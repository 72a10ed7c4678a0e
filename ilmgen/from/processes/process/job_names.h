// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of objects of MPI in a run of several jobs. Each job has its own `MPI world, 0 to 1` or
// `MPI self.2@0`, so the name of the job is added here: `MPI world 4711, 0 to 1`. In the traces of
// a spawned job, names already contain the job. Objects that several jobs share, `MPI worlds`, have
// the same name in all jobs.
#ifndef ILMGEN_FROM_PROCESSES_JOB_NAMES_H
#define ILMGEN_FROM_PROCESSES_JOB_NAMES_H

#include <string>
#include <string_view>

namespace ilm {

/// The name with the job added. Empty if it is not the name of an object of one job, or already
/// contains the job.
std::string with_job(std::string_view name, const std::string& job);

} // namespace ilm

#endif
