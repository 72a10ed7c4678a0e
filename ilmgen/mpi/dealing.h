// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which process reads which ranks: about as many each, one after the other.
//
// What ranks do to an object that they have in common is put in order by the machine's clock, by
// one process.  So ranks that have one, and those between them, are dealt together.
#ifndef ILMGEN_MPI_DEALING_H
#define ILMGEN_MPI_DEALING_H

#include "ilmgen/mpi/job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// The number of each process's first rank, and of the one behind the last process's last.  All
/// processes call it, with the ranks' traces in the run's order; each looks into a part of them.
std::vector<std::uint64_t> begins_of_near(const std::vector<std::string>& traces, Job& job);

} // namespace ilm

#endif
