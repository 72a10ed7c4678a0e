// SPDX-License-Identifier: GPL-2.0-or-later
//
// The efficiency factors of the POP centre of excellence ("POP Standard Metrics for Parallel
// Performance Analysis"), of threads or of ranks.
#ifndef ILMGEN_ANALYSIS_POP_FACTORS_H
#define ILMGEN_ANALYSIS_POP_FACTORS_H

#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <cstdint>

namespace ilm {

/// Transfer is 1, because memory is shared and a network costs nothing.  So communication
/// efficiency is serialisation alone.
struct PopFactors {
    double load_balance = 0;        ///< mean over largest useful time
    double serialisation = 0;       ///< largest useful time over the run's
    double parallel_efficiency = 0; ///< their product: mean useful time over the run's
};

/// The useful time of each thread, its work, or of each rank, in which it is busy.  Example: times
/// of 10 and 30 in a run of 40 have a load balance of 20 / 30, a serialisation of 30 / 40, and so a
/// parallel efficiency of 0.5.
class UsefulTimes {
public:
    void add(std::uint64_t time) {
        largest_ = std::max(largest_, time);
        sum_ += time;
        ++count_;
    }
    PopFactors factors(std::uint64_t time_of_run) const {
        const double load_balance = ratio(sum_, largest_ * count_);
        const double serialisation = ratio(largest_, time_of_run);
        return {load_balance, serialisation, load_balance * serialisation};
    }

private:
    std::uint64_t largest_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t count_ = 0;
};

} // namespace ilm

#endif
