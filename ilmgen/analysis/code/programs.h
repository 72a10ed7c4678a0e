// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums up a run of several processes: what each process does, and what all
// processes of one program do together.
#ifndef ILMGEN_ANALYSIS_PROGRAMS_H
#define ILMGEN_ANALYSIS_PROGRAMS_H

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace ilm {

/// Sums over threads.
struct ProgramWork {
    std::set<std::uint64_t> processes;
    std::set<std::string> programs;
    std::uint64_t threads = 0;
    std::uint64_t work = 0;
    std::uint64_t span = 0;      ///< work on the critical path
    std::uint64_t waited = 0;    ///< for other threads
    std::uint64_t allocated = 0; ///< bytes
};

class Programs {
public:
    Programs(const Run& run, const Timeline& timeline, const CriticalPath& path);

    /// The tables have no rows if the run has one process.
    std::vector<Table> tables() const;
    /// Names the program with the most work.  The text is empty if there is only one program.
    Finding finding() const;

private:
    void add(ThreadIndex thread, const ProgramWork& part);
    Table process_table() const;
    Table program_table() const;

    const Run& run_;
    std::uint64_t span_;
    std::map<std::uint64_t, ProgramWork> by_process_;
    std::map<std::string, ProgramWork> by_program_;
};

} // namespace ilm

#endif
