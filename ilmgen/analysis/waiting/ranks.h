// SPDX-License-Identifier: GPL-2.0-or-later
//
// How busy the ranks of MPI are, and what they wait for.
#ifndef ILMGEN_ANALYSIS_RANKS_H
#define ILMGEN_ANALYSIS_RANKS_H

#include "ilmgen/analysis/said/pop_factors.h"
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

class Ranks {
public:
    Ranks(const Run& run, const Timeline& timeline);

    /// By RankIndex.
    const std::vector<RankSums>& sums() const { return sums_; }
    PopFactors factors() const;

    /// The tables have no rows if there are no ranks.
    std::vector<Table> tables() const;
    /// `most_apart`: text about collective operations (Meetings::most_apart()); may be empty.
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
