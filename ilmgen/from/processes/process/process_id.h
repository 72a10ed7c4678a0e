// SPDX-License-Identifier: GPL-2.0-or-later
//
// The process that a trace belongs to, and what began the process.
#ifndef ILMGEN_FROM_PROCESSES_PROCESS_ID_H
#define ILMGEN_FROM_PROCESSES_PROCESS_ID_H

#include "ilmgen/facts/fact.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// No other process has the same id while the machine runs.
struct ProcessId {
    Pid pid = 0;
    std::uint64_t tick = 0; ///< when it started
    std::uint64_t rank = 0; ///< counted from 1: ranks may be on several machines; 0: is none
    auto operator<=>(const ProcessId&) const = default;
};

/// The content of the first event of a trace.
struct ProgramBegin {
    ProcessId process;
    ProcessId run; ///< the first process of the run
    std::optional<Rank> rank;
    std::string command;
};

/// The content of the second event, if the process was forked.
struct ForkedBy {
    Pid pid = 0;
    EventId after = 0; ///< of the parent's trace: the last event before the fork
    std::string file;  ///< the parent's trace, as it was called, without its folder
};

/// A file's name without its folder.
inline std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

} // namespace ilm

#endif
