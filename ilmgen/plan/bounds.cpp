// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/bounds.h"

#include "ilmgen/plan/closure.h"
#include "ilmgen/plan/progress.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ilm {

namespace {

__extension__ using WideArea = unsigned __int128;

/// At most this many steps are compared, each pair of them.
constexpr std::size_t most_to_compare = 64;
constexpr std::int64_t never_at_once = std::numeric_limits<std::int64_t>::max();
/// How many orders are tried for putting together sets of steps that cannot overlap.
constexpr int clique_attempts = 300;

std::uint64_t divided(WideArea dividend, std::uint64_t divisor) {
    return static_cast<std::uint64_t>((dividend + divisor - 1) / divisor);
}

} // namespace

std::uint64_t TimeBounds::largest() const {
    return std::max({work_per_processor, span, memory_times_time, chain_or_conflict});
}

std::int64_t least_memory_bound(const Problem& problem, std::uint64_t effort) {
    std::int64_t left_in_the_end = 0;
    std::int64_t highest = 0;
    for (const PlanStep& step : problem.steps) {
        left_in_the_end += step.balance;
        highest = std::max(highest, step.highest);
    }
    std::int64_t bound = std::max({std::int64_t{0}, left_in_the_end, highest - problem.unordered});
    const std::uint64_t one = 1 + problem.size() + problem.before.size();
    if (one > effort)
        return bound;
    LargeVector<TaskIndex> by_highest(problem.size());
    std::iota(by_highest.begin(), by_highest.end(), TaskIndex{0});
    sort_stably(by_highest, [&](TaskIndex a, TaskIndex b) {
        return problem.steps[a].highest > problem.steps[b].highest;
    });
    for (std::size_t i = 0; i < by_highest.size() && one <= effort; ++i, effort -= one)
        if (!problem.is_meeting(by_highest[i]))
            bound = std::max(bound, least_booked_while(problem, {by_highest[i]}));
    return bound;
}

TimeBounder::TimeBounder(const Problem& problem) : problem_(problem) {
    WideArea area = 0;
    for (const PlanStep& step : problem.steps)
        area += WideArea{step.work} * static_cast<std::uint64_t>(step.highest);
    area_high_ = static_cast<std::uint64_t>(area >> 64);
    area_low_ = static_cast<std::uint64_t>(area);
    if (problem.size() > most_to_compare)
        return;
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (problem.steps[step].work > 0)
            working_.push_back(step);
    least_.resize(working_.size() * working_.size());
    for (std::size_t b = 0; b < working_.size(); ++b) {
        const LargeVector<bool> before = all_before(problem, working_[b]);
        for (std::size_t a = 0; a < b; ++a)
            least_[a * working_.size() + b] = least_[b * working_.size() + a] =
                before[working_[a]] ? never_at_once
                                    : least_booked_while(problem, {working_[a], working_[b]});
    }
}

TimeBounds TimeBounder::bounds(const PlanLimits& limits) const {
    TimeBounds bounds;
    bounds.work_per_processor = work_per_processor(limits.processors);
    bounds.span = problem_.span;
    // According to the order, the ended steps may have freed more than they have allocated.
    const auto memory = static_cast<std::uint64_t>(limits.memory + problem_.unordered);
    if (memory > 0)
        bounds.memory_times_time = divided((WideArea{area_high_} << 64) + area_low_, memory);
    bounds.chain_or_conflict =
        std::max({problem_.span, heaviest_clique(limits.memory), steps_above_half(limits.memory)});
    return bounds;
}

/// No two steps overlap that book more than half of the memory each.
std::uint64_t TimeBounder::steps_above_half(std::int64_t memory) const {
    std::uint64_t work = 0;
    for (const PlanStep& step : problem_.steps)
        if (2 * step.highest > memory + problem_.unordered)
            work += step.work;
    return work;
}

/// Puts sets together greedily, in the order of random keys that prefer long steps and those that
/// conflict with many.
std::uint64_t TimeBounder::heaviest_clique(std::int64_t memory) const {
    const std::size_t size = working_.size();
    std::vector<double> conflicting(size);
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b)
            conflicting[a] += a != b && conflicts(a, b, memory) ? 1 : 0;
    PlanRandom random(3);
    std::uint64_t heaviest = 0;
    for (int attempt = 0; attempt < clique_attempts && size > 0; ++attempt) {
        std::vector<std::pair<double, std::size_t>> keys;
        for (std::size_t a = 0; a < size; ++a)
            keys.emplace_back(attempt % 3 == 2
                                  ? random.fraction()
                                  : (0.2 + random.fraction()) *
                                        static_cast<double>(problem_.steps[working_[a]].work) *
                                        (attempt % 3 == 1 ? conflicting[a] : 1),
                              a);
        std::sort(keys.rbegin(), keys.rend());
        std::vector<std::size_t> clique;
        std::uint64_t work = 0;
        for (const auto& [key, number] : keys) {
            const std::size_t a = number;
            if (!std::all_of(clique.begin(), clique.end(),
                             [&](std::size_t b) { return conflicts(a, b, memory); }))
                continue;
            clique.push_back(a);
            work += problem_.steps[working_[a]].work;
        }
        heaviest = std::max(heaviest, work);
    }
    return heaviest;
}

} // namespace ilm
