// SPDX-License-Identifier: GPL-2.0-or-later
//
// The entries that Alog and Gist logs consist of.
#ifndef ILMGEN_LOGS_ENTRIES_LOG_ENTRY_H
#define ILMGEN_LOGS_ENTRIES_LOG_ENTRY_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// One event of a process, as it is logged.  Members that the format does not have keep their
/// defaults.
struct LogEntry {
    std::uint64_t byte = 0; ///< where it begins in the log
    std::int64_t type = 0;
    std::uint64_t process = 0;
    std::int64_t task = 0;
    std::int64_t data = 0;
    std::uint64_t time = 0; ///< in ticks of the log's clock
    /// The time, or a counter; the difference between two entries is the cost between them.
    std::uint64_t cost = 0;
    std::string_view string;
    std::span<const std::uint64_t> counters;
};

/// Processes have at most this number, so that the threads of tasks can have higher numbers.
constexpr std::uint64_t last_process = (std::uint64_t{1} << 32) - 1;

/// The members that the entries of a log have in addition to type, process and time.
struct LogFields {
    bool data = false; ///< task, data and string
    std::vector<std::string> counters;
};

} // namespace ilm

#endif
