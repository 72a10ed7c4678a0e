// SPDX-License-Identifier: GPL-2.0-or-later
//
// Deals ranks, and processes that ranks have begun, to the processes of MPI that read them: about
// as many to each.
//
// One process of MPI puts in order, by the machine's clock, what processes of the run do to an
// object or a channel that they have in common.  It also puts in order which of them fork, execute
// programs, wait and end.  So processes that have an object or a channel in common, or are parent
// and child, are dealt together.
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
    /// A process of the run.  Numbers come in the order of `processes`.
    struct Place {
        std::uint64_t number = 0; ///< in the run
        std::uint64_t ranks = 0;  ///< with lower numbers
    };

    Processes processes;
    std::vector<Place> places; ///< of each
    // Of the whole run:
    std::uint64_t ranks = 0;
    std::vector<std::string_view> files; ///< names of all traces, without their folders
};

/// All processes of MPI call it, with all processes of the run; each looks into some traces.
LocalProcesses deal(Processes run, Job& job);

} // namespace ilm

#endif
