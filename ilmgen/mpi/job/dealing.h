// SPDX-License-Identifier: GPL-2.0-or-later
//
// Deals ranks, and the processes that ranks have begun, to the processes of MPI that read them.
// Each process of MPI gets about as many.
//
// If processes of the run share an object or a channel, a single process of MPI must put their
// operations on it in order, by the machine's clock. It also puts in order when processes fork,
// execute programs, wait and end. So processes that have an object or a channel in common, or are
// parent and child, are dealt together.
#ifndef ILMGEN_MPI_DEALING_H
#define ILMGEN_MPI_DEALING_H

#include "ilmgen/from/processes/process/local_processes.h"
#include "ilmgen/mpi/job/job.h"

namespace ilm {

/// All processes of MPI call this function, with all processes of the run. Each process of MPI gets
/// the processes that it reads. For that, it looks into some of the traces.
LocalProcesses deal(LocalProcesses run, Job& job);

} // namespace ilm

#endif
