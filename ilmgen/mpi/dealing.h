// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which process of MPI reads which ranks, and processes that these have begun: about as many each.
//
// What processes of the run do to an object or a channel that they have in common is put in order
// by the machine's clock, by one process of MPI; and so is who forks, executes, waits for and ends
// what. So those that have one in common, or are parent and child, are dealt together.
#ifndef ILMGEN_MPI_DEALING_H
#define ILMGEN_MPI_DEALING_H

#include "ilmgen/from/processes/process.h"
#include "ilmgen/mpi/job.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ilm {

/// What one process of MPI reads.
struct Near {
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
Near deal(Processes run, Job& job);

} // namespace ilm

#endif
