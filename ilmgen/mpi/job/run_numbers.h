// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns numbers that each process has given out for itself into those of the run.
#ifndef ILMGEN_MPI_RUN_NUMBERS_H
#define ILMGEN_MPI_RUN_NUMBERS_H

#include "ilmgen/model/event.h"
#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/job/moment.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// The moments at which one process has numbered things, in their order there.
struct LocalMoments {
    std::vector<Moment> programs; ///< other than the ranks' first: when they began
    std::vector<Moment> threads;  ///< other than the ranks' first: when they were met first
    std::vector<Moment> lives;    ///< of common objects: when they began
    std::vector<Moment> channels; ///< when they were named first
};

/// Numbers in the run, by process and by the position of the process's own number.
using NumbersByProcess = std::vector<std::vector<std::uint64_t>>;

class NumbersInRun {
public:
    /// To be called by all processes. `ranks`: how many the run has. `objects`: the numbers in the
    /// run of the objects that ranks share. NumbersInRun needs memory for the numbers of all
    /// processes.
    NumbersInRun(std::uint64_t ranks, const LocalMoments& own,
                 const std::vector<std::uint64_t>& objects, Job& job);

    ThreadId thread(std::size_t process, ThreadId number) const {
        return number <= ranks_ ? number : threads_[process].at(number - ranks_ - 1);
    }
    /// The address, in the run, of an object or a heap block.
    Address address(std::size_t process, Address addr) const;

private:
    std::uint64_t ranks_;
    NumbersByProcess programs_;
    NumbersByProcess threads_;
    NumbersByProcess lives_;
    NumbersByProcess channels_;
    NumbersByProcess objects_;
};

} // namespace ilm

#endif
