// SPDX-License-Identifier: GPL-2.0-or-later
//
// Computes the work of each step if work were spread evenly over the threads of a meeting.
//
// Only threads that do the same kind of work can take work from each other (similar_threads.h), so
// in each round the slowest thread and those like it get the mean of their parts, and all others
// keep theirs.  Example: three threads of a loop have parts of 100, 100 and 400; each gets 200.  A
// fourth thread, which only writes the output, keeps its part.
#ifndef ILMGEN_ANALYSIS_EVEN_ROUNDS_H
#define ILMGEN_ANALYSIS_EVEN_ROUNDS_H

#include "ilmgen/analysis/code/similar_threads.h"
#include "ilmgen/analysis/meetings/work_rounds.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ilm {

class EvenRounds {
public:
    /// `meeting`: as WorkRounds calls it.
    EvenRounds(const Run& run, const SimilarThreads& similar, const std::string& meeting);

    /// The work of a step, if all rounds at the meeting were even.
    std::uint64_t work(StepIndex step) const { return work_[step]; }
    /// Whether any step's work() differs from the recorded work.
    bool changes() const { return slowest_ > means_; }
    /// The most that evening can save: what the slowest threads do beyond the mean.
    std::uint64_t most_saved() const { return static_cast<std::uint64_t>(slowest_ - means_); }
    /// "Uneven work before MEETING: thread 4 has 1.75 times the mean of 4 threads".  If there is
    /// one round, and the parts are multiples of one piece that cannot be dealt out evenly: "3
    /// equal pieces of work for 2 threads before MEETING: thread 2 has 2".  `meeting`: as a person
    /// reads it; empty: it has no name.
    std::string described(const std::string& meeting) const;

private:
    struct Piece {
        std::uint64_t all = 0; ///< pieces; 0: the parts are no multiples of one
        std::uint64_t most = 0;
    };

    void even_out(const WorkRound& round, const SimilarThreads& similar);
    void scale(const RoundPart& part, double to);
    Piece pieces() const;

    const Run& run_;
    LargeVector<std::uint64_t> work_; ///< by step
    std::uint64_t rounds_ = 0;
    std::uint64_t threads_ = 0; ///< that share evenly, over all rounds
    double slowest_ = 0;        ///< sums over the rounds, as Meeting has them
    double means_ = 0;
    std::map<ThreadIndex, std::uint64_t> slowest_in_; ///< rounds
    std::vector<std::uint64_t> parts_;                ///< of the latest round
};

} // namespace ilm

#endif
