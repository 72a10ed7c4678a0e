// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which traces belong together: those of a run's processes, and those of all ranks
// of a job of MPI with theirs.
#ifndef ILMGEN_FROM_PROCESSES_RANKS_H
#define ILMGEN_FROM_PROCESSES_RANKS_H

#include "ilmgen/from/processes/program.h"

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
    /// Who has spawned the job, or who has spawned that, ...; or itself.
    std::string of(std::string job) const;

private:
    bool are_several_ = false;
    std::map<std::string, std::string> spawned_by_;
};

/// Leaves those of some runs, each told by the pid of its first process, or of that of a rank.  If
/// nobody says which, throws Error unless there is one.  `name`: of all files.
void take_runs(Programs& programs, const std::set<Pid>& runs, const std::string& name);

/// Of what is taken: throws Error if a rank is there twice or, unless `some_may_be_missing`, not at
/// all. Says in a sentence how many are missing; empty if none.
std::string check_ranks(const Programs& programs, bool some_may_be_missing);

} // namespace ilm

#endif
