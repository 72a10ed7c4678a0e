// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/picture/process_groups.h"

#include <unordered_map>

namespace ilm {

ProcessGroups process_groups(const Run& run) {
    ProcessGroups made;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers; // by pid
    std::vector<std::string> latest;                          // what each executes
    for (const RunThread& thread : run.threads) {
        const auto next = static_cast<std::uint32_t>(made.groups.size());
        const auto [found, is_new] = numbers.try_emplace(thread.process, next);
        if (is_new) {
            made.groups.push_back({thread.process, {}, thread.rank});
            latest.emplace_back();
        }
        const std::uint32_t group = found->second;
        made.of_threads.push_back(group);
        std::string& name = made.groups[group].name;
        if (thread.program != latest[group])
            name += (name.empty() ? "" : ", ") + thread.program;
        latest[group] = thread.program;
    }
    if (made.groups.empty())
        made.groups.emplace_back();
    for (ProcessGroup& group : made.groups)
        if (group.pid == 0)
            group.name = run.command.empty() ? "run" : run.command;
        else
            group.name += " " + std::to_string(group.pid);
    return made;
}

} // namespace ilm
