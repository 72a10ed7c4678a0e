// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rounds in which threads meet, and the work that each thread does in the round. Threads meet
// in each round of a barrier, in each parallel region of OpenMP, and in each series of joins. For
// joins, a thread's work counts from its last barrier or region on. Threads that nobody joins meet
// at the end of the run.
//
// Example: threads 2 and 3 work 100 and 300, and then wait at a barrier: a round with the parts 100
// and 300.
#ifndef ILMGEN_ANALYSIS_WORK_ROUNDS_H
#define ILMGEN_ANALYSIS_WORK_ROUNDS_H

#include "ilmgen/run/run.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// The work of a thread in a round: the work of its latest steps, which end with `last` and sum up
/// to `work`.
struct RoundPart {
    std::uint64_t work = 0;
    StepIndex last = no_step;
};

struct WorkRound {
    std::map<ThreadIndex, RoundPart> parts; ///< of at least two threads
    StepIndex end = no_step; ///< with which the first of them goes on; none at the end of the run
};

/// The meeting of threads that nobody joins.
constexpr const char* meeting_at_the_end = "ends of threads that nobody joins";

class WorkRounds {
public:
    /// Called with the meeting's name, which all rounds of an object have in common.
    using Each = std::function<void(const std::string& meeting, const WorkRound& round)>;

    WorkRounds(const Run& run, Each each);

    /// Calls `each` for all rounds of the run, in the order in which they end. To be called once.
    void collect();

private:
    /// A region's number is that of its end.
    using RoundKey = std::pair<ObjectIndex, std::uint64_t>;

    void barrier(StepIndex index);
    void region(StepIndex index);
    void join(StepIndex index);
    void end_joins(ThreadIndex parent);
    void end_round(const RoundKey& key, StepIndex end);
    void give(const std::string& meeting, const WorkRound& round);
    void end_run();

    const Run& run_;
    Each each_;
    std::vector<std::uint64_t> done_; ///< by thread: work so far
    /// By thread: done_ when it last left a barrier, or entered or left a region.
    std::vector<std::uint64_t> met_;
    std::vector<bool> joined_; ///< by thread
    std::map<RoundKey, WorkRound> rounds_;
    /// Regions: done_ when the thread entered.
    std::map<RoundKey, std::map<ThreadIndex, std::uint64_t>> entered_;
    std::map<ThreadIndex, std::pair<std::string, WorkRound>> joins_; ///< by parent
};

} // namespace ilm

#endif
