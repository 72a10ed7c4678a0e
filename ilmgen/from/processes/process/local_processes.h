// SPDX-License-Identifier: GPL-2.0-or-later
//
// The processes of a run that are read here. ilmgen reads all of them. Each process of ilmgen-mpi
// reads some.
#ifndef ILMGEN_FROM_PROCESSES_LOCAL_PROCESSES_H
#define ILMGEN_FROM_PROCESSES_LOCAL_PROCESSES_H

#include "ilmgen/from/processes/process/process.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ilm {

/// The place of a process in the run.
struct RunPlace {
    std::uint64_t number = 0; ///< from 0 on, in the order of Processes
    std::uint64_t ranks = 0;  ///< how many ranks have lower numbers
};

struct LocalProcesses {
    Processes processes;
    std::vector<RunPlace> places; ///< of each process
    // These two are about the whole run.
    std::uint64_t ranks = 0;
    std::vector<std::string_view> files; ///< names of all traces, without their folders
};

/// All processes of the run are read here.
LocalProcesses all_processes(Processes run);

} // namespace ilm

#endif
