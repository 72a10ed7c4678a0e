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

/// All processes call it, and all can open all traces.  Returns what is to be said, the same in
/// all. Throws Error for what is wrong, OthersFailed where another one has found it.
std::vector<std::string> make_joint_model(const MpiOptions& options, Job& job);

} // namespace ilm

#endif
