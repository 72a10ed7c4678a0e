// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/dealing.h"

#include "ilmgen/mpi/job/bytes.h"
#include "ilmgen/mpi/job/common_names.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ilm {

namespace {

/// Groups of processes of the run, by their numbers, that are dealt together.
class Groups {
public:
    explicit Groups(std::size_t processes) : lower_(processes) {
        std::iota(lower_.begin(), lower_.end(), std::size_t{0});
    }

    std::size_t size() const { return lower_.size(); }
    /// The process with the lowest number in the group.
    std::size_t first_of(std::size_t process) {
        while (lower_[process] != process)
            process = lower_[process] = lower_[lower_[process]];
        return process;
    }
    void join(std::size_t a, std::size_t b) {
        const auto [first, other] = std::minmax({first_of(a), first_of(b)});
        lower_[other] = first;
    }

private:
    std::vector<std::size_t> lower_; ///< of the same group, or itself
};

bool has(const Process& process, std::string_view file) {
    return std::ranges::any_of(
        process.programs, [&](const auto& program) { return last_part(program->file()) == file; });
}

/// Joins each process with all processes that may have forked it. These are the processes that
/// ProcessTree may take for its parent.
void join_families(const Processes& run, const std::vector<std::string_view>& files,
                   Groups& groups) {
    const std::unordered_set<std::string_view> known(files.begin(), files.end());
    std::unordered_multimap<Pid, std::pair<const Process*, std::size_t>> by_pid;
    for (const auto& [id, process] : run)
        by_pid.emplace(id.pid, std::pair(&process, by_pid.size()));
    std::size_t number = 0;
    for (const auto& [id, process] : run) {
        if (const std::optional<ForkedBy>& forked = process.forked()) {
            const auto [first, end] = by_pid.equal_range(forked->pid);
            for (auto entry = first; entry != end; ++entry)
                if (const auto& [parent, its_number] = entry->second;
                    has(*parent, forked->file) || !known.contains(forked->file))
                    groups.join(its_number, number);
        }
        ++number;
    }
}

/// Remembers the first process with each name, and joins all others with the name to that process.
class TraceNames {
public:
    explicit TraceNames(Groups& groups) : groups_(groups) {}

    void add(std::string_view name, std::size_t process) {
        const auto [first, is_new] = first_.try_emplace(std::string(name), process);
        groups_.join(first->second, process);
    }
    void write(ByteWriter& out) const {
        for (const auto& [name, process] : first_) {
            out.put_text(name);
            out.put(process);
        }
    }
    void read(ByteReader& in) {
        while (!in.at_end()) {
            const std::string_view name = in.text();
            add(name, in.number());
        }
    }

private:
    Groups& groups_;
    std::unordered_map<std::string, std::size_t> first_;
};

/// Each process of MPI looks into a part of the traces, and tells what it has found.
void join_by_names(const Processes& run, Groups& groups, Job& job) {
    std::vector<std::pair<const std::string*, std::size_t>> traces;
    std::size_t number = 0;
    for (const auto& [id, process] : run) {
        for (const auto& program : process.programs)
            traces.emplace_back(&program->file(), number);
        ++number;
    }
    const auto begin = [&](std::size_t part) { return part * traces.size() / job.size(); };
    TraceNames names(groups);
    for (std::size_t i = begin(job.number()); i < begin(job.number() + 1); ++i)
        visit_common_names(*traces[i].first,
                           [&](std::string_view name) { names.add(name, traces[i].second); });
    ByteWriter own;
    for (std::size_t process = 0; process < groups.size(); ++process)
        own.put(groups.first_of(process));
    names.write(own);
    for (const std::string& said : job.tell_all(own.bytes())) {
        ByteReader in(said);
        for (std::size_t process = 0; process < groups.size(); ++process)
            groups.join(process, in.number());
        names.read(in);
    }
}

/// Returns, for each process of the run, the process of MPI that reads it.  Groups stand in a row
/// in the order of their first processes.  The row is cut into equal parts, and a group goes to the
/// part that has its middle.  Example: of groups of 3 and 1, with two processes of MPI, the first
/// one reads 3 and the second one reads 1.
std::vector<std::size_t> readers(Groups& groups, std::size_t processes) {
    std::vector<std::size_t> sizes(groups.size());
    for (std::size_t process = 0; process < groups.size(); ++process)
        ++sizes[groups.first_of(process)];
    std::vector<std::size_t> readers(groups.size());
    std::size_t before = 0;
    for (std::size_t process = 0; process < groups.size(); ++process) {
        const std::size_t first = groups.first_of(process);
        if (first == process)
            readers[process] = (2 * before + sizes[process]) * processes / (2 * groups.size());
        else
            readers[process] = readers[first];
        before += first == process ? sizes[process] : 0;
    }
    return readers;
}

} // namespace

LocalProcesses deal(LocalProcesses run, Job& job) {
    Groups groups(run.processes.size());
    join_families(run.processes, run.files, groups);
    join_by_names(run.processes, groups, job);
    const std::vector<std::size_t> reader = readers(groups, job.size());
    LocalProcesses local;
    local.ranks = run.ranks;
    local.files = std::move(run.files);
    auto place = run.places.begin();
    for (auto& [id, process] : run.processes) {
        if (reader[place->number] == job.number()) {
            local.places.push_back(*place);
            local.processes.emplace(id, std::move(process));
        }
        ++place;
    }
    return local;
}

} // namespace ilm
