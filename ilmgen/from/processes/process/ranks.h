// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the traces that belong together: those of a run's processes, and those of all ranks of a
// job of MPI and of the ranks' processes.
#ifndef ILMGEN_FROM_PROCESSES_RANKS_H
#define ILMGEN_FROM_PROCESSES_RANKS_H

#include "ilmgen/from/processes/process/program.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ilm {

using Programs = std::vector<std::unique_ptr<Program>>;

/// Jobs that nobody has spawned.
class FirstJobs {
public:
    explicit FirstJobs(const Programs& programs);

    bool are_several() const { return are_several_; }
    /// The job at the beginning of the chain of jobs that have spawned each other, up to this one.
    /// That is the job itself if nobody has spawned it.
    std::string first_job_of(std::string job) const;

private:
    bool are_several_ = false;
    std::map<std::string, std::string> spawned_by_;
};

/// Removes all programs but those of some runs. A run is identified by the pid of its first
/// process, or of a rank's first process. If `runs` is empty, throws Error unless there is one run.
/// `name`: of all files.
void take_runs(Programs& programs, const std::set<Pid>& runs, const std::string& name);

/// Checks the ranks of the programs that are taken.  Throws Error if a rank is there twice or,
/// unless `some_may_be_missing`, not at all.  Says in a sentence how many are missing; empty if
/// none.
std::string check_ranks(const Programs& programs, bool some_may_be_missing);

} // namespace ilm

#endif
