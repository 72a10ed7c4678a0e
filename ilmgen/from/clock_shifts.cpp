// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/clock_shifts.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace ilm {

namespace {

/// Sums of many slacks.
__extension__ typedef __int128 Ticks;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Bellman-Ford from a root that has an arc of length 0 to each clock.
class Paths {
public:
    Paths(std::size_t clocks, const std::vector<ClockConstraint>& arcs)
        : arcs_(arcs), lengths_(clocks), last_(clocks, none) {
        while (cycle_.empty() && relax())
            find_cycle();
    }

    const std::vector<Ticks>& lengths() const { return lengths_; }
    /// Arcs of a cycle of negative length; empty if there is none.
    const std::vector<std::size_t>& cycle() const { return cycle_; }

private:
    bool relax() {
        bool changed = false;
        for (std::size_t arc = 0; arc < arcs_.size(); ++arc) {
            const ClockConstraint& to = arcs_[arc];
            if (const Ticks length = lengths_[to.from] + to.slack; length < lengths_[to.to]) {
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
    std::vector<Ticks> lengths_;
    std::vector<std::size_t> last_; ///< arc of the shortest path to each clock
    std::vector<std::size_t> cycle_;
};

/// The shift that a distance stands for; sums of many large slacks may be too much.
std::int64_t shift_of(Ticks length) {
    constexpr Ticks largest = Ticks{1} << 61;
    return static_cast<std::int64_t>(std::clamp(-length, -largest, largest));
}

/// What every slack of the cycle has to gain for the cycle to be of length 0.
std::int64_t missing(const std::vector<ClockConstraint>& arcs,
                     const std::vector<std::size_t>& cycle) {
    Ticks length = 0;
    for (const std::size_t arc : cycle)
        length += arcs[arc].slack;
    const auto count = static_cast<Ticks>(cycle.size());
    return static_cast<std::int64_t>((-length + count - 1) / count);
}

/// The dual problem: a flow of least cost, where a slack is a cost, every clock may take a unit
/// from the world outside and give one to it.  Units are sent along shortest paths as long as that
/// pays; the shifts are the distances that are left (Ahuja, Magnanti, Orlin: Network Flows, chapter
/// 9).
class Flow {
public:
    Flow(std::size_t clocks, const std::vector<ClockConstraint>& arcs)
        : clocks_(clocks), out_(clocks + 2) {
        for (const ClockConstraint& arc : arcs)
            add(arc.from, arc.to, std::numeric_limits<std::uint64_t>::max() / 2, arc.slack);
        for (std::size_t clock = 0; clock < clocks; ++clock) {
            add(source(), clock, 1, 0);
            add(clock, sink(), 1, 0);
        }
    }

    std::vector<std::int64_t> shifts() {
        while (find_paths(false) && lengths_[sink()] < 0)
            send();
        find_paths(true);
        std::vector<std::int64_t> shifts(clocks_);
        for (std::size_t clock = 0; clock < clocks_; ++clock)
            shifts[clock] = shift_of(lengths_[clock]);
        return shifts;
    }

private:
    struct Arc {
        std::size_t from;
        std::size_t to;
        std::uint64_t room;
        Ticks cost;
    };

    std::size_t source() const { return clocks_; }
    std::size_t sink() const { return clocks_ + 1; }

    /// Arcs come in pairs, there and back.
    void add(std::size_t from, std::size_t to, std::uint64_t room, Ticks cost) {
        out_[from].push_back(arcs_.size());
        arcs_.push_back({from, to, room, cost});
        out_[to].push_back(arcs_.size());
        arcs_.push_back({to, from, 0, -cost});
    }

    /// Shortest ways from the source; or, if source and sink are the one world outside, from both.
    bool find_paths(bool one_world) {
        constexpr auto far = static_cast<Ticks>(std::numeric_limits<std::int64_t>::max()) << 60;
        lengths_.assign(out_.size(), far);
        last_.assign(out_.size(), none);
        std::vector<bool> queued(out_.size());
        std::deque<std::size_t> queue;
        const auto reach = [&](std::size_t node, Ticks length, std::size_t arc) {
            if (length >= lengths_[node])
                return;
            lengths_[node] = length;
            last_[node] = arc;
            if (!queued[node])
                queue.push_back(node);
            queued[node] = true;
        };
        reach(source(), 0, none);
        if (one_world)
            reach(sink(), 0, none);
        while (!queue.empty()) {
            const std::size_t node = queue.front();
            queue.pop_front();
            queued[node] = false;
            for (const std::size_t arc : out_[node])
                if (arcs_[arc].room > 0)
                    reach(arcs_[arc].to, lengths_[node] + arcs_[arc].cost, arc);
        }
        return last_[sink()] != none;
    }

    void send() {
        for (std::size_t node = sink(); node != source(); node = arcs_[last_[node]].from) {
            --arcs_[last_[node]].room;
            ++arcs_[last_[node] ^ 1].room;
        }
    }

    std::size_t clocks_;
    std::vector<Arc> arcs_;
    std::vector<std::vector<std::size_t>> out_; ///< arcs of each node
    std::vector<Ticks> lengths_;
    std::vector<std::size_t> last_; ///< arc of the way to each node
};

} // namespace

ClockShifts least_shifts(std::size_t clocks, std::vector<ClockConstraint> constraints) {
    ClockShifts result;
    for (;;) {
        const Paths paths(clocks, constraints);
        if (paths.cycle().empty()) {
            for (const Ticks length : paths.lengths())
                result.shifts.push_back(shift_of(length));
            break;
        }
        const std::int64_t more = missing(constraints, paths.cycle());
        result.early += more;
        for (ClockConstraint& constraint : constraints)
            constraint.slack += more;
    }
    if (clocks <= few_clocks && std::any_of(result.shifts.begin(), result.shifts.end(),
                                            [](std::int64_t shift) { return shift != 0; }))
        result.shifts = Flow(clocks, constraints).shifts();
    return result;
}

} // namespace ilm
