// SPDX-License-Identifier: GPL-2.0-or-later
//
// How evenly work is spread over the threads that meet: in each round of a
// barrier, in each parallel region of OpenMP, and, since their last such
// meeting, before each series of joins.
#ifndef ILMGEN_ANALYSIS_BALANCE_H
#define ILMGEN_ANALYSIS_BALANCE_H

#include "ilmgen/analysis/report.h"
#include "ilmgen/analysis/timeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// Sums over all rounds at objects of one name, or over the joins at one place.
struct Meeting {
    std::uint64_t rounds = 0;  ///< of at least two threads
    std::uint64_t parts = 0;   ///< threads, over all rounds
    std::uint64_t slowest = 0; ///< sum of the rounds' largest work of one thread
    double means = 0;          ///< sum of the rounds' mean work of a thread
    std::uint64_t lost = 0;    ///< sum over the others: how much less than the slowest they worked
    std::map<ThreadIndex, std::uint64_t> slowest_in; ///< rounds, by thread

    /// The slowest threads' work over the mean work, both summed over the rounds; so at least 1.
    /// It is 1 if nobody has worked, because then all have done alike.
    /// Example: 10 and 10 in a round of two, 1, 1, 1 and 5 in a round of four: 15 over 10 + 2.
    double imbalance() const;
};

/// The efficiency factors of the POP centre of excellence ("POP Standard Metrics for Parallel
/// Performance Analysis"), with useful work for useful time: the product of both is the parallel
/// efficiency.  Transfer is 1: memory is shared.
struct PopFactors {
    double load_balance = 0;  ///< mean over largest work of a thread
    double serialisation = 0; ///< largest work of a thread over the span
    double parallel_efficiency = 0;
};

class Balance {
public:
    Balance(const Run& run, const Timeline& timeline);

    std::vector<Table> tables() const;
    /// Names the meeting at which most work is lost.  The text is empty if none is lost.
    Finding finding() const;
    PopFactors pop() const;

private:
    /// The work of each thread in a round that is not over.
    using Round = std::map<ThreadIndex, std::uint64_t>;
    /// A region's number is that of its end.
    using RoundKey = std::pair<ObjectIndex, std::uint64_t>;

    void collect();
    void barrier(const RunStep& step);
    void region(const RunStep& step);
    void join(StepIndex index);
    void end_joins(ThreadIndex parent);
    void end_round(const RoundKey& key);
    void end_round(const std::string& name, const Round& round);

    const Run& run_;
    std::uint64_t span_;
    std::vector<std::uint64_t> done_; ///< by thread: work so far
    std::vector<std::uint64_t> met_;  ///< the same, when it last left a barrier or began
    std::map<RoundKey, Round> rounds_;
    std::map<RoundKey, Round> entered_; ///< regions: done_ at the beginning
    std::map<ThreadIndex, std::pair<std::string, Round>> joins_; ///< by parent
    std::map<std::string, Meeting> meetings_;
};

} // namespace ilm

#endif
