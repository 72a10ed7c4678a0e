// SPDX-License-Identifier: GPL-2.0-or-later
//
// Deals the DAG blocks of the ILM to processes. Each process makes successive DAG blocks, about as
// many as the others.
#ifndef ILMGEN_MPI_SHARES_H
#define ILMGEN_MPI_SHARES_H

#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/job/moment.h"
#include "ilmgen/mpi/turns/turn_spool.h"

#include <cstdint>
#include <vector>

namespace ilm {

struct Share {
    Moment from;             ///< of the first turn that is needed
    TurnCounts before;       ///< of all turns before that one
    std::uint64_t begin = 0; ///< DAG blocks
    std::uint64_t end = 0;
};

struct Shares {
    std::vector<Share> by_process;
    std::uint64_t blocks = 0; ///< of the ILM
};

/// Returns the same in all processes. `from_the_first_on`: whether each process needs all turns.
Shares shares(TurnSpool& spool, std::uint64_t block_size, bool from_the_first_on, Job& job);

} // namespace ilm

#endif
