// SPDX-License-Identifier: GPL-2.0-or-later
//
// The processes of a run, as their traces tell: who forked whom, and the
// programs that each one executes, one after the other.
#ifndef ILMGEN_FROM_PROCESSES_PROCESS_H
#define ILMGEN_FROM_PROCESSES_PROCESS_H

#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/from/processes/program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

struct Process {
    ProcessId id;
    /// The one of the run's jobs, which nobody has spawned, that its rank's is or comes from;
    /// empty: there is one.
    std::string first_job;
    std::vector<std::unique_ptr<Program>> programs; ///< at least one

    /// By whom it was forked; nothing if that is not recorded.
    const std::optional<ForkedBy>& forked() const { return programs.front()->forked(); }
};

/// By who they are.
using Processes = std::map<ProcessId, Process>;

struct ProcessTraces {
    Processes processes;
    LogFigures figures; ///< sentences about files that are no traces, or of which nothing is left
};

/// Reads the begins of all traces.  Throws Error if one that was named is no trace of hpcmp's or is
/// there twice or is missing, or if they are of several runs.
ProcessTraces process_traces(const LogSources& sources, const Reading& how);

} // namespace ilm

#endif
