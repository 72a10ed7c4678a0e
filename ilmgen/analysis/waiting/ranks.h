// SPDX-License-Identifier: GPL-2.0-or-later
//
// How busy the ranks of MPI are, and what they wait for.
#ifndef ILMGEN_ANALYSIS_RANKS_H
#define ILMGEN_ANALYSIS_RANKS_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// Sums over all threads of a rank.
struct RankSums {
    std::uint64_t work = 0;
    std::uint64_t busy = 0; ///< time in which any of its threads works
    std::uint64_t threads = 0;
    std::uint64_t waited_for_messages = 0;
    std::uint64_t waited_in_operations = 0; ///< collective ones of MPI
};

/// The efficiency factors of the POP centre of excellence ("POP Standard Metrics for Parallel
/// Performance Analysis"), of processes: useful computation is the time in which a rank is busy.
/// Communication efficiency is that of a network without cost, so it is serialisation alone.
struct RankFactors {
    double load_balance = 0;             ///< mean over largest useful time
    double communication_efficiency = 0; ///< largest useful time over the run's
    double parallel_efficiency = 0;      ///< their product: mean useful time over the run's
};

class Ranks {
public:
    Ranks(const Run& run, const Timeline& timeline);

    /// By RankIndex.
    const std::vector<RankSums>& sums() const { return sums_; }
    RankFactors factors() const;

    /// Without rows if there are no ranks.
    std::vector<Table> tables() const;
    /// `most_apart`: what is said of operations; empty: nothing.
    Finding finding(const std::string& most_apart) const;

private:
    void add_waits(const Timeline& timeline);
    void add_busy(const Timeline& timeline);

    const Run& run_;
    std::uint64_t span_;
    std::vector<RankSums> sums_;
};

} // namespace ilm

#endif
