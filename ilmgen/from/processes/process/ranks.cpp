// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/ranks.h"

#include "ilmgen/model/error.h"
#include "ilmgen/model/listed.h"

#include <map>
#include <set>

namespace ilm {

namespace {

/// Names runs.  A run is called by its job, or by the job that nobody has spawned if its job was
/// spawned.  A run without a job is called by its first process.  A rank's children know only the
/// rank's process.
class RunNames {
public:
    explicit RunNames(const Programs& programs) : first_jobs_(programs) {
        for (const auto& program : programs)
            if (const ProgramBegin& begin = program->begin(); begin.rank)
                jobs_[begin.run] = begin.rank->job;
    }

    std::string name_of(const Program& program) const {
        const ProcessId& first = program.begin().run;
        if (program.begin().rank)
            return "job " + first_jobs_.first_job_of(program.begin().rank->job);
        const auto job = jobs_.find(first);
        return job != jobs_.end() ? "job " + first_jobs_.first_job_of(job->second)
                                  : "process " + std::to_string(first.pid);
    }

private:
    FirstJobs first_jobs_;
    std::map<ProcessId, std::string> jobs_; ///< by a rank's process
};

constexpr Pid any = 0;

/// The run with this pid: that of its first process, or of a rank's first process. Throws Error if
/// there is none or if there are several.
std::string only_run(const RunNames& names, const Programs& programs, Pid pid,
                     const std::string& name) {
    std::set<std::string> runs;
    for (const auto& program : programs)
        if (pid == any || program->begin().run.pid == pid)
            runs.insert(names.name_of(*program));
    if (runs.empty())
        throw Error("--run: there is no trace of a run of process " + std::to_string(pid));
    if (runs.size() > 1)
        throw Error(name + ": these are traces of " + std::to_string(runs.size()) + " runs, of " +
                    listed(runs, 3) + "; --run=PID takes one of them, --run=PID,PID two as one");
    return *runs.begin();
}

/// Programs of the ranks of one job.
using JobPrograms = std::vector<const Program*>;

std::map<std::string, JobPrograms> jobs_of(const Programs& programs) {
    std::map<std::string, JobPrograms> jobs;
    for (const auto& program : programs)
        if (const std::optional<Rank>& rank = program->begin().rank)
            jobs[rank->job].push_back(program.get());
    return jobs;
}

/// The number of ranks of the job, which all its ranks must agree on.
std::uint64_t count_of_ranks(const JobPrograms& programs) {
    const Program& first = *programs.front();
    for (const Program* const program : programs) {
        const Rank& rank = *program->begin().rank;
        const std::string says = program->file() + ": says that it is rank " +
                                 std::to_string(rank.number) + " of " + std::to_string(rank.of);
        if (rank.number >= rank.of)
            throw Error(says);
        if (const std::uint64_t of = first.begin().rank->of; of != rank.of)
            throw Error(says + ", and " + first.file() + " that the job has " + std::to_string(of) +
                        " ranks");
    }
    return first.begin().rank->of;
}

/// The ranks by their numbers.  Throws Error if one is there twice.
std::map<std::uint64_t, const Program*> ranks_of(const JobPrograms& programs) {
    std::map<std::uint64_t, const Program*> ranks;
    for (const Program* const program : programs) {
        const std::uint64_t number = program->begin().rank->number;
        const auto [first, is_new] = ranks.try_emplace(number, program);
        if (!is_new && first->second->begin().process != program->begin().process)
            throw Error(program->file() + ": the trace of rank " + std::to_string(number) +
                        " is there twice, also as " + first->second->file());
    }
    return ranks;
}

/// As check_ranks(), for one job.
std::string check_job(const JobPrograms& programs, bool is_of_several, bool some_may_be_missing) {
    const std::uint64_t count = count_of_ranks(programs);
    const std::map<std::uint64_t, const Program*> ranks = ranks_of(programs);
    if (ranks.size() >= count)
        return {};
    std::uint64_t missing = 0;
    while (ranks.contains(missing))
        ++missing;
    const Rank& rank = *programs.front()->begin().rank;
    const bool tells_job = is_of_several || !rank.spawned_by.empty();
    const std::string job = tells_job ? " in job " + rank.job : "";
    if (!some_may_be_missing)
        throw Error("the trace of rank " + std::to_string(missing) + " of " +
                    std::to_string(count) + job +
                    " is missing; --recover takes those that are there");
    return "of the job's " + std::to_string(count) + " ranks" + job + ", " +
           std::to_string(count - ranks.size()) + " are missing, the first is rank " +
           std::to_string(missing);
}

} // namespace

FirstJobs::FirstJobs(const Programs& programs) {
    std::set<std::string> jobs;
    for (const auto& program : programs)
        if (const std::optional<Rank>& rank = program->begin().rank) {
            jobs.insert(rank->job);
            if (!rank->spawned_by.empty())
                spawned_by_[rank->job] = rank->spawned_by;
        }
    std::set<std::string> first;
    for (const std::string& job : jobs)
        first.insert(first_job_of(job));
    are_several_ = first.size() > 1;
}

/// Traces may say that jobs have spawned each other.
std::string FirstJobs::first_job_of(std::string job) const {
    std::set<std::string> seen;
    auto spawned = spawned_by_.find(job);
    while (spawned != spawned_by_.end() && seen.insert(job).second) {
        job = spawned->second;
        spawned = spawned_by_.find(job);
    }
    return job;
}

void take_runs(Programs& programs, const std::set<Pid>& runs, const std::string& name) {
    const RunNames names(programs);
    std::set<std::string> taken;
    for (const Pid run : runs.empty() ? std::set<Pid>{any} : runs)
        taken.insert(only_run(names, programs, run, name));
    std::erase_if(programs,
                  [&](const auto& program) { return !taken.contains(names.name_of(*program)); });
}

std::string check_ranks(const Programs& programs, bool some_may_be_missing) {
    std::string missing;
    const bool are_several = FirstJobs(programs).are_several();
    for (const auto& [job, of_job] : jobs_of(programs)) {
        const std::string lacks = check_job(of_job, are_several, some_may_be_missing);
        if (!lacks.empty())
            missing += (missing.empty() ? "" : "; ") + lacks;
    }
    return missing;
}

} // namespace ilm
