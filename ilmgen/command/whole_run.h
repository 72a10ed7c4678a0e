// SPDX-License-Identifier: GPL-2.0-or-later
//
// The run in memory, for outputs that need all of it.
#ifndef ILMGEN_COMMAND_WHOLE_RUN_H
#define ILMGEN_COMMAND_WHOLE_RUN_H

#include "ilmgen/analysis/code/nanoseconds.h"
#include "ilmgen/command/options.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/model/native.h"
#include "ilmgen/run/recorder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

class WholeRun {
public:
    /// The options say whether anybody needs the run, and in which unit. Throws Error if
    /// nanoseconds are wanted, but the log does not count instructions.
    WholeRun(const Options& options, const LogReader& log);

    /// Null if nobody needs it.
    EventSink* recorder() { return recorder_ ? &*recorder_ : nullptr; }

    /// After the last event of the log.
    void finish(const LogReader& log);
    /// After finish(); empty if nobody needs it.
    const Run& run() const { return run_; }
    /// The unit of its work, after finish().
    const std::string& cost() const { return cost_; }
    /// The native run by which instructions were converted to nanoseconds, and what is known of the
    /// result. Both are empty if nothing was converted.
    const std::optional<Native>& native() const { return native_; }
    const std::optional<Converted>& converted() const { return converted_; }
    /// As SyncObjects::lost(), after finish().
    std::uint64_t lost() const { return run_.lost; }

private:
    const MachineCosts* costs_; ///< null: not known
    std::optional<RunRecorder> recorder_;
    std::optional<Native> native_;
    Run run_;
    std::string cost_;
    std::optional<Converted> converted_;
};

/// If the clocks of the log disagree, a sentence about what is therefore not known of the run.
/// Empty if the clocks agree.
std::vector<std::string> disagreement(const Run& run);

} // namespace ilm

#endif
