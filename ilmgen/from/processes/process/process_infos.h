// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parses infos of hpcmp's traces about processes (docs/trace-format.md, "info").
#ifndef ILMGEN_FROM_PROCESSES_PROCESS_INFOS_H
#define ILMGEN_FROM_PROCESSES_PROCESS_INFOS_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/rank.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

using Pid = std::uint64_t;

/// No other process has the same id while the machine runs.
struct ProcessId {
    Pid pid = 0;
    std::uint64_t tick = 0; ///< when it started
    std::uint64_t rank = 0; ///< counted from 1: ranks may be on several machines; 0: is none
    auto operator<=>(const ProcessId&) const = default;
};

/// The first event of a trace.
struct ProgramBegin {
    ProcessId process;
    ProcessId run; ///< the first process of the run
    std::optional<Rank> rank;
    std::string command;
};

/// The second one, of a process that was forked.
struct ForkedBy {
    Pid pid = 0;
    EventId after = 0; ///< of the parent's trace: the last event before the fork
    std::string file;  ///< the parent's trace, as it was called, without its folder
};

/// Each of these returns nothing for a text that says something else.
std::optional<ProgramBegin> program_begin(std::string_view info);
std::optional<ForkedBy> forked_by(std::string_view info);
std::optional<Pid> begun_process(std::string_view info);
std::optional<Pid> ended_process(std::string_view info);

/// A file's name without its folder.
inline std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

} // namespace ilm

#endif
