// SPDX-License-Identifier: GPL-2.0-or-later
//
// Threads by their processes, for pictures.
#ifndef ILMGEN_ANALYSIS_PROCESS_GROUPS_H
#define ILMGEN_ANALYSIS_PROCESS_GROUPS_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

struct ProcessGroup {
    std::uint64_t pid = 0; ///< 0: not known, and there is no other process
    std::string name;      ///< the program that it executes and the pid, or the command
    RankIndex rank = no_rank;
};

struct ProcessGroups {
    std::vector<ProcessGroup> groups;      ///< in the order in which they begin; at least one
    std::vector<std::uint32_t> of_threads; ///< by thread: index into groups
};

ProcessGroups process_groups(const Run& run);

} // namespace ilm

#endif
