// SPDX-License-Identifier: GPL-2.0-or-later
//
// --report: the run in memory, what is said about it, and where that goes.
#ifndef ILMGEN_COMMAND_REPORT_OUTPUT_H
#define ILMGEN_COMMAND_REPORT_OUTPUT_H

#include "ilmgen/analysis/flow.h"
#include "ilmgen/command/options.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/run/recorder.h"

#include <cstdint>
#include <optional>

namespace ilm {

class ReportOutput {
public:
    /// Throws Error if the file cannot be written.
    explicit ReportOutput(const Options& options);
    ReportOutput(const ReportOutput&) = delete;
    ReportOutput& operator=(const ReportOutput&) = delete;

    /// Null, both, if no report is asked for.
    EventSink* recorder() { return recorder_ ? &*recorder_ : nullptr; }
    EventSink* flow() { return flow_ ? &*flow_ : nullptr; }

    /// After the last event.
    void finish(const LogReader& log);
    /// As SyncObjects::lost(), after finish().
    std::uint64_t lost() const { return lost_; }

    /// Gives the file its name.
    void commit();

private:
    const Options& options_;
    std::optional<OutputFile> file_;
    std::optional<RunRecorder> recorder_;
    std::optional<Flow> flow_;
    std::uint64_t lost_ = 0;
};

} // namespace ilm

#endif
