// SPDX-License-Identifier: GPL-2.0-or-later
//
// How evenly work is spread over the threads that meet (work_rounds.h).
#ifndef ILMGEN_ANALYSIS_BALANCE_H
#define ILMGEN_ANALYSIS_BALANCE_H

#include "ilmgen/analysis/meetings/work_rounds.h"
#include "ilmgen/analysis/said/pop_factors.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ilm {

/// Sums over all rounds at objects of one name, or over the joins at one place.
struct Meeting {
    std::uint64_t rounds = 0;  ///< of at least two threads
    std::uint64_t parts = 0;   ///< threads, over all rounds
    std::uint64_t slowest = 0; ///< sum of the rounds' largest work of one thread
    double means = 0;          ///< sum of the rounds' mean work of a thread
    std::uint64_t lost = 0; ///< sum over the other threads: the slowest thread's work minus theirs
    std::map<ThreadIndex, std::uint64_t> slowest_in; ///< rounds, by thread

    /// The slowest threads' work divided by the mean work, both summed over the rounds; at least 1.
    /// It is 1 if no thread has worked, because then all parts are equal. Example: parts of 10 and
    /// 10 in a round of two, and parts of 1, 1, 1 and 5 in a round of four: (10 + 5) / (10 + 2) =
    /// 1.25.
    double imbalance() const;
};

class Balance {
public:
    Balance(const Run& run, const Timeline& timeline);

    std::vector<Table> tables() const;
    /// Names of the meetings at which most work is lost, the largest loss first. Meetings at which
    /// nothing is lost are left out.
    std::vector<std::string> worst(std::size_t most) const;
    /// The factors of all threads but those that a library has created.
    PopFactors pop() const;

private:
    void add(const std::string& name, const WorkRound& round);

    const Run& run_;
    std::uint64_t span_;
    std::map<std::string, Meeting> meetings_;
};

} // namespace ilm

#endif
