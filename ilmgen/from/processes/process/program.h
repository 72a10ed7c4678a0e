// SPDX-License-Identifier: GPL-2.0-or-later
//
// One trace of several: that of a program which a process executes.
#ifndef ILMGEN_FROM_PROCESSES_PROGRAM_H
#define ILMGEN_FROM_PROCESSES_PROGRAM_H

#include "ilmgen/from/bytes/set_aside.h"
#include "ilmgen/from/processes/process/process_id.h"
#include "ilmgen/from/trace/trace_reader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ilm {

class Program {
public:
    /// Reads the first events. Throws Error if the file is no trace of hpcmp, or does not name its
    /// process.
    explicit Program(LogSource& file);

    const std::string& file() const { return file_.name(); }
    const ProgramBegin& begin() const { return begin_; }
    /// Only the first program of a process that was forked has this.
    const std::optional<ForkedBy>& forked() const { return forked_; }
    /// The command's name, without its folder and parameters.
    std::string name() const;

    /// As TraceCursor's.
    const Event* next();
    /// After the last event: as TraceCursor's, with the file and the number of events.
    std::optional<Damage> damage() const;

private:
    const Event* take();

    /// Events that were read to know what the trace is.
    enum class Ahead { first, second, none };

    LogSource& file_;
    SetAside text_;
    TraceCursor cursor_;
    ProgramBegin begin_;
    std::optional<ForkedBy> forked_;
    Event first_;
    std::string first_text_;        ///< what first_ points to
    const Event* second_ = nullptr; ///< the cursor's; null: there is none
    Ahead ahead_ = Ahead::first;
    std::uint64_t events_ = 0; ///< that next() has given
};

} // namespace ilm

#endif
