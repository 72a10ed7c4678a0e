// SPDX-License-Identifier: GPL-2.0-or-later
//
// The longest chain of work.  This chain has to become shorter for the run to
// become shorter on a machine with enough processors.
#ifndef ILMGEN_ANALYSIS_CRITICAL_PATH_H
#define ILMGEN_ANALYSIS_CRITICAL_PATH_H

#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <array>
#include <functional>
#include <vector>

namespace ilm {

/// A step of the path.
struct PathStep {
    StepIndex step = 0;
    bool works = false; ///< its interval is on the path; else only the event is
};

class CriticalPath {
public:
    CriticalPath(const Run& run, const Timeline& timeline);

    /// The steps in the order of the path. The span is the work of all steps with PathStep::works,
    /// plus the delays of their threads (RunThread::delay).
    const LargeVector<PathStep>& steps() const { return steps_; }

    /// Work of the path by function, the largest first; WorkParts::parts().
    std::vector<std::pair<FunctionIndex, std::uint64_t>>
    by_function(const Functions& functions) const {
        return by_function(functions, no_thread).parts();
    }

    /// The same of one thread, or of all if `thread` is `no_thread`.
    WorkParts by_function(const Functions& functions, ThreadIndex thread) const;

    /// The same by thread.
    std::vector<std::uint64_t> by_thread() const;

    /// Tables whose shares sum up to 1: by function, by thread, and by what the path passes
    /// through.
    std::vector<Table> tables(const Functions& functions) const;
    /// The path itself, a row for each stretch on a thread.
    Table stretches() const;
    /// Says for how much of the path its threads are away and, in a log with a clock, how much of
    /// the path lies before a thread's first event. The text is empty if both are 0.
    Finding finding() const;

private:
    /// The part of the path from one change of threads to the next.
    struct Stretch {
        std::size_t first = 0; ///< index into steps_
        std::size_t end = 0;
        std::uint64_t work = 0;
        std::uint64_t delay = 0; ///< time before it in which its thread does not exist yet
        /// Time in it in which its thread is away, for each Away.
        std::array<std::uint64_t, all_kinds_of_away.size()> away = {};
    };

    std::uint64_t work_of(const PathStep& step) const {
        return step.works ? run_.steps[step.step].work : 0;
    }
    std::uint64_t delay_of(const PathStep& step) const;
    double share(std::uint64_t work) const;
    LargeVector<Stretch> find_stretches() const;
    std::string entrance(const Stretch& stretch) const;
    /// A part of a stretch's time.
    using Part = std::function<std::uint64_t(const Stretch&)>;
    static Part time_away(Away why);
    /// The sum of this part of all stretches.
    std::uint64_t sum_of(const Part& part) const;
    void add_row(Table& table, const Part& part, const char* name) const;
    void add_idle_rows(Table& table) const;
    Table function_table(const Functions& functions) const;
    Table thread_table() const;
    Table entrance_table() const;

    const Run& run_;
    std::uint64_t span_;
    LargeVector<PathStep> steps_;
    LargeVector<Stretch> stretches_;
};

} // namespace ilm

#endif
