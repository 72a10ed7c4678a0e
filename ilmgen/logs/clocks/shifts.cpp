// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/clocks/shifts.h"

#include "ilmgen/logs/clocks/network_simplex.h"

#include <algorithm>
#include <limits>

namespace ilm {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Bellman-Ford from a root that has an arc of length 0 to each clock.
class Paths {
public:
    Paths(std::size_t clocks, const std::vector<ClockConstraint>& arcs)
        : arcs_(arcs), lengths_(clocks), last_(clocks, none) {
        while (cycle_.empty() && relax())
            find_cycle();
    }

    const std::vector<LongSum>& lengths() const { return lengths_; }
    /// Arcs of a cycle of negative length; empty if there is none.
    const std::vector<std::size_t>& cycle() const { return cycle_; }

private:
    bool relax() {
        bool changed = false;
        for (std::size_t arc = 0; arc < arcs_.size(); ++arc) {
            const ClockConstraint& to = arcs_[arc];
            if (const LongSum length = lengths_[to.from] + to.slack; length < lengths_[to.to]) {
                lengths_[to.to] = length;
                last_[to.to] = arc;
                changed = true;
            }
        }
        return changed;
    }

    /// Last arcs of shortest paths make a cycle only if its length is negative.
    void find_cycle() {
        std::vector<std::size_t> seen(last_.size(), none);
        for (std::size_t start = 0; start < last_.size(); ++start) {
            std::size_t clock = start;
            while (clock != none && seen[clock] == none) {
                seen[clock] = start;
                clock = last_[clock] == none ? none : arcs_[last_[clock]].from;
            }
            if (clock == none || seen[clock] != start)
                continue;
            for (std::size_t at = clock; cycle_.empty() || at != clock; at = arcs_[last_[at]].from)
                cycle_.push_back(last_[at]);
            return;
        }
    }

    const std::vector<ClockConstraint>& arcs_;
    std::vector<LongSum> lengths_;
    std::vector<std::size_t> last_; ///< arc of the shortest path to each clock
    std::vector<std::size_t> cycle_;
};

/// The shift that a distance stands for; sums of many large slacks may be too much.
std::int64_t shift_of(LongSum length) {
    constexpr LongSum largest = LongSum{1} << 61;
    return static_cast<std::int64_t>(std::clamp(-length, -largest, largest));
}

/// By how much every slack of the cycle has to grow so that the cycle's length is at least 0.
/// Example: three slacks whose sum is -7 have to grow by 3 each.
std::int64_t missing(const std::vector<ClockConstraint>& arcs,
                     const std::vector<std::size_t>& cycle) {
    LongSum length = 0;
    for (const std::size_t arc : cycle)
        length += arcs[arc].slack;
    const auto count = static_cast<LongSum>(cycle.size());
    return static_cast<std::int64_t>((-length + count - 1) / count);
}

/// The dual problem: a circulation of least cost, where a slack is a cost, and every clock may give
/// a unit to the world outside and take one from it.  The shifts are the potentials.
std::vector<std::int64_t> least_change(std::size_t clocks,
                                       const std::vector<ClockConstraint>& constraints) {
    NetworkSimplex network(clocks);
    for (const ClockConstraint& constraint : constraints)
        network.add(constraint.from, constraint.to, constraint.slack, unlimited);
    for (std::size_t clock = 0; clock < clocks; ++clock) {
        network.add(network.root(), clock, 0, 1);
        network.add_to_root(clock, 0, 1);
    }
    network.solve();
    std::vector<std::int64_t> shifts;
    for (std::size_t clock = 0; clock < clocks; ++clock)
        shifts.push_back(shift_of(network.potential(clock)));
    return shifts;
}

} // namespace

ClockShifts least_shifts(std::size_t clocks, std::vector<ClockConstraint> constraints) {
    ClockShifts result;
    for (;;) {
        const Paths paths(clocks, constraints);
        if (paths.cycle().empty()) {
            for (const LongSum length : paths.lengths())
                result.shifts.push_back(shift_of(length));
            break;
        }
        const std::int64_t more = missing(constraints, paths.cycle());
        result.early += more;
        for (ClockConstraint& constraint : constraints)
            constraint.slack += more;
    }
    if (clocks <= few_clocks)
        result.shifts = least_change(clocks, constraints);
    return result;
}

} // namespace ilm
