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

#include "ilmgen/from/processes/process/process.h"
#include "ilmgen/mpi/job/job.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ilm {

/// The processes of the run that one process of MPI reads.
struct LocalProcesses {
    /// The place of a process in the run. Numbers increase in the order of `processes`.
    struct Place {
        std::uint64_t number = 0; ///< in the run
        std::uint64_t ranks = 0;  ///< how many ranks have lower numbers
    };

    Processes processes;
    std::vector<Place> places; ///< of each process
    // Of the whole run:
    std::uint64_t ranks = 0;
    std::vector<std::string_view> files; ///< names of all traces, without their folders
};

/// All processes of MPI call this function, with all processes of the run. Each process of MPI
/// looks into some of the traces.
LocalProcesses deal(Processes run, Job& job);

} // namespace ilm

#endif
