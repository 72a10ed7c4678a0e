// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/ranks.h"

#include "ilmgen/model/error.h"

#include <map>
#include <set>

namespace ilm {

namespace {

/// What a run is called: by its job, else by its first process.  A rank's children know only the
/// rank's process.
class RunNames {
public:
    explicit RunNames(const Programs& programs) {
        for (const auto& program : programs)
            if (const ProgramBegin& begin = program->begin(); begin.rank)
                jobs_[begin.run] = "job " + begin.rank->job;
    }

    std::string of(const Program& program) const {
        const ProcessId& first = program.begin().run;
        if (program.begin().rank)
            return "job " + program.begin().rank->job;
        const auto job = jobs_.find(first);
        return job != jobs_.end() ? job->second : "process " + std::to_string(first.pid);
    }

private:
    std::map<ProcessId, std::string> jobs_; ///< by a rank's process
};

std::string listed(const std::set<std::string>& runs) {
    constexpr std::size_t most = 3;
    std::string list;
    std::size_t count = 0;
    for (const std::string& run : runs) {
        if (count++ == most)
            return list + ", ...";
        list += (list.empty() ? "" : ", ") + run;
    }
    return list;
}

/// How many there are in the job, as all of them say; 0 if it is none.
std::uint64_t count_of_ranks(const Programs& programs) {
    const Program* first = nullptr;
    for (const auto& program : programs) {
        const std::optional<Rank>& rank = program->begin().rank;
        if (!rank)
            continue;
        const std::string says = program->file() + ": says that it is rank " +
                                 std::to_string(rank->number) + " of " + std::to_string(rank->of);
        if (rank->number >= rank->of)
            throw Error(says);
        if (first == nullptr)
            first = program.get();
        if (const std::uint64_t of = first->begin().rank->of; of != rank->of)
            throw Error(says + ", and " + first->file() + " that the job has " +
                        std::to_string(of) + " ranks");
    }
    return first == nullptr ? 0 : first->begin().rank->of;
}

} // namespace

void take_one_run(Programs& programs, Pid run, const std::string& name) {
    const RunNames names(programs);
    std::set<std::string> runs;
    for (const auto& program : programs)
        if (run == 0 || program->begin().run.pid == run)
            runs.insert(names.of(*program));
    if (runs.empty())
        throw Error("--run: there is no trace of a run of process " + std::to_string(run));
    if (runs.size() > 1)
        throw Error(name + ": these are traces of " + std::to_string(runs.size()) + " runs, of " +
                    listed(runs) + "; --run=PID takes one of them");
    std::erase_if(programs,
                  [&](const auto& program) { return names.of(*program) != *runs.begin(); });
}

std::string check_ranks(const Programs& programs, bool some_may_be_missing) {
    std::map<std::uint64_t, const Program*> ranks;
    const std::uint64_t count = count_of_ranks(programs);
    for (const auto& program : programs) {
        const std::optional<Rank>& rank = program->begin().rank;
        if (!rank)
            continue;
        const auto [first, is_new] = ranks.try_emplace(rank->number, program.get());
        if (!is_new && first->second->begin().process != program->begin().process)
            throw Error(program->file() + ": the trace of rank " + std::to_string(rank->number) +
                        " is there twice, also as " + first->second->file());
    }
    std::uint64_t missing = 0;
    while (ranks.contains(missing))
        ++missing;
    if (ranks.size() >= count)
        return {};
    const std::string of = " of " + std::to_string(count);
    if (!some_may_be_missing)
        throw Error("the trace of rank " + std::to_string(missing) + of +
                    " is missing; --recover takes those that are there");
    return "of the job's " + std::to_string(count) + " ranks, " +
           std::to_string(count - ranks.size()) + " are missing, the first is rank " +
           std::to_string(missing);
}

} // namespace ilm
