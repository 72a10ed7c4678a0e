// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lower bounds: no plan can be shorter, or need less memory.
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

/// No order of the steps needs less memory than this bound. It is the largest, over the steps, of
/// the least memory that can be booked while the step runs. A cut computes this for one step. The
/// steps with the largest hmax come first, and `effort` limits for how many steps a cut is
/// computed. Time: O(effort).
std::int64_t least_memory_bound(const Problem& problem, std::uint64_t effort);

/// Computes how short the plans of a problem can be, for several limits.
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
    LargeVector<std::int64_t> least_;
};

} // namespace ilm

#endif
