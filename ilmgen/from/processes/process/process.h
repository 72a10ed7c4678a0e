// SPDX-License-Identifier: GPL-2.0-or-later
//
// The processes of a run, as their traces tell: which one forked which, and the programs that each
// one executes, one after the other.
#ifndef ILMGEN_FROM_PROCESSES_PROCESS_H
#define ILMGEN_FROM_PROCESSES_PROCESS_H

#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/from/processes/process/program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

struct Process {
    ProcessId id;
    /// If it is a rank: the job at the beginning of the chain of jobs that have spawned each other,
    /// up to its own job.  Empty if all jobs of the run have the same first one.
    std::string first_job;
    std::vector<std::unique_ptr<Program>> programs; ///< at least one

    /// The process that forked it; nothing if that is not recorded.
    const std::optional<ForkedBy>& forked() const { return programs.front()->forked(); }
};

/// The processes by their ids.
using Processes = std::map<ProcessId, Process>;

struct ProcessTraces {
    Processes processes;
    LogFigures figures; ///< sentences about files that are no traces, or of which nothing is left
};

/// Reads the first events of all traces. Throws Error if a file that the user has named is no trace
/// of hpcmp, if a trace is there twice or is missing, or if the traces are of several runs.
ProcessTraces process_traces(const LogSources& sources, const Reading& how);

} // namespace ilm

#endif
