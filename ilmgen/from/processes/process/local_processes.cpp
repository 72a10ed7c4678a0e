// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/local_processes.h"

#include <utility>

namespace ilm {

LocalProcesses all_processes(Processes run) {
    LocalProcesses all;
    for (const auto& [id, process] : run) {
        all.places.push_back({all.places.size(), all.ranks});
        all.ranks += process.programs.front()->begin().rank ? 1 : 0;
        for (const auto& program : process.programs)
            all.files.push_back(last_part(program->file()));
    }
    all.processes = std::move(run);
    return all;
}

} // namespace ilm
