// SPDX-License-Identifier: GPL-2.0-or-later
//
// One model of a job's ranks, made by several processes: each one reads some ranks, then makes the
// DAG blocks of a share.
#ifndef ILMGEN_MPI_JOINT_MODEL_H
#define ILMGEN_MPI_JOINT_MODEL_H

#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/options.h"

#include <string>
#include <vector>

namespace ilm {

/// To be called by all processes. All of them must be able to open all traces. Returns the messages
/// for the user, the same in all processes. Throws Error if something is wrong, or OthersFailed if
/// another process has found it.
std::vector<std::string> make_joint_model(const MpiOptions& options, Job& job);

} // namespace ilm

#endif
