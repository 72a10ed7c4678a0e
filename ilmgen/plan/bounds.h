// SPDX-License-Identifier: GPL-2.0-or-later
//
// No plan can do better than this.
#ifndef ILMGEN_PLAN_BOUNDS_H
#define ILMGEN_PLAN_BOUNDS_H

#include "ilmgen/plan/problem.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// Lower bounds of the makespan.
struct TimeBounds {
    std::uint64_t work_per_processor = 0;
    std::uint64_t span = 0;
    std::uint64_t memory_times_time = 0;
    std::uint64_t chain_or_conflict = 0;

    std::uint64_t largest() const;
};

/// No order of the steps needs less memory than this: for each step, the least that can be booked
/// while it runs.  A cut answers that for one step; the steps of the largest hmax are asked first,
/// and `effort` limits how many are.  Time: O(effort).
std::int64_t least_memory_bound(const Problem& problem, std::uint64_t effort);

/// Answers for a problem how short its plans can be, for several limits.
class TimeBounder {
public:
    /// Pairs of steps are only compared if there are few steps, because a cut is needed for each
    /// pair.
    explicit TimeBounder(const Problem& problem);

    std::uint64_t work_per_processor(std::uint64_t processors) const {
        return problem_.work / processors + (problem_.work % processors == 0 ? 0 : 1);
    }
    TimeBounds bounds(const PlanLimits& limits) const;

private:
    std::uint64_t heaviest_clique(std::int64_t memory) const;
    std::uint64_t steps_above_half(std::int64_t memory) const;
    bool conflicts(std::size_t a, std::size_t b, std::int64_t memory) const {
        return least_[a * working_.size() + b] > memory;
    }

    const Problem& problem_;
    std::uint64_t area_high_ = 0; ///< sum of work * hmax: the upper 64 bits
    std::uint64_t area_low_ = 0;
    std::vector<TaskIndex> working_; ///< steps that are compared with each other
    /// By pair: the memory that both need to run at once; the largest number: they never can.
    std::vector<std::int64_t> least_;
};

} // namespace ilm

#endif
