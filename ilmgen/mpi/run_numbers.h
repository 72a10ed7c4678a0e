// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers that each process has given out for itself, as those of the run.
#ifndef ILMGEN_MPI_RUN_NUMBERS_H
#define ILMGEN_MPI_RUN_NUMBERS_H

#include "ilmgen/model/event.h"
#include "ilmgen/mpi/job.h"
#include "ilmgen/mpi/moment.h"

#include <cstdint>
#include <vector>

namespace ilm {

class NumbersInRun {
public:
    /// All processes call it.  `ranks`: of the run; `threads`: when this process's other threads
    /// were met first; `objects`: the numbers in the run of those that ranks share.  Memory holds
    /// those of all processes.
    NumbersInRun(std::uint64_t ranks, const std::vector<Moment>& threads,
                 const std::vector<std::uint64_t>& objects, Job& job);

    ThreadId thread(std::size_t process, ThreadId number) const {
        return number <= ranks_ ? number : threads_[process].at(number - ranks_ - 1);
    }
    Address object(std::size_t process, Address addr) const;

private:
    std::uint64_t ranks_;
    std::vector<std::vector<ThreadId>> threads_;      ///< by process
    std::vector<std::vector<std::uint64_t>> objects_; ///< by process
};

} // namespace ilm

#endif
