// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/hand_overs.h"

#include "ilmgen/analysis/schedule/region_ends.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace ilm {

namespace {

bool is_in(std::string_view prim, const auto& prims) {
    return std::ranges::find(prims, prim) != prims.end();
}

/// A thread that waits for one of these spins.
constexpr std::array<std::string_view, 4> looked_at = {
    TRACE_PRIM_SPIN, TRACE_PRIM_ATOMIC, TRACE_PRIM_LOCK_WORD, TRACE_PRIM_WINDOW_LOCK};
/// OpenMP's primitives.
constexpr std::array<std::string_view, 5> of_teams = {TRACE_PRIM_PARALLEL, TRACE_PRIM_SINGLE,
                                                      TRACE_PRIM_ORDERED, TRACE_PRIM_TASK,
                                                      TRACE_PRIM_TASKWAIT};

} // namespace

double nanoseconds_of_unit(const std::string& cost, const MachineCosts& costs) {
    if (cost == "instructions")
        return costs.instruction;
    if (cost == "ns")
        return 1;
    if (cost == "us")
        return 1000;
    throw Error("--machine: its costs are nanoseconds, and what this log counts in " + cost +
                " cannot be compared with them");
}

HandOvers::HandOvers(const Run& run, const MachineCosts& costs, double unit)
    : threads_(run.most_threads_at_once()), costs_(costs), unit_(unit), spins_(run.steps.size()),
      spins_in_team_(run.steps.size()) {
    std::vector<bool> in_region(run.threads.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const RunStep& this_step = run.steps[step];
        if (!run.has_object(step))
            continue;
        const RunObject& object = run.objects[this_step.other];
        if (is_region(run, step))
            in_region[this_step.thread] = begins_region(this_step);
        spins_[step] = is_in(object.prim, looked_at) || !object.operation.empty();
        spins_in_team_[step] = in_region[this_step.thread] || is_in(object.prim, of_teams);
    }
}

HandOvers HandOvers::at(double position) const {
    HandOvers other = *this;
    other.position_ = position;
    return other;
}

std::uint64_t HandOvers::units(double ns) const {
    return static_cast<std::uint64_t>(std::llround(ns / unit_));
}

/// Before the first row the cost is that of the first row, and behind the last row that of the last
/// one.
double HandOvers::interpolate(const std::vector<WakeCosts>& rows, Part part,
                              std::uint64_t asleep) const {
    const double ns = static_cast<double>(asleep) * unit_;
    const auto cost = [&](const WakeCosts& row) { return (row.*part).at(position_); };
    const auto above = std::ranges::upper_bound(rows, ns, {}, &WakeCosts::asleep);
    if (above == rows.begin())
        return cost(rows.front());
    const WakeCosts& below = above[-1];
    if (above == rows.end())
        return cost(below);
    const double share = (ns - below.asleep) / (above->asleep - below.asleep);
    return cost(below) + share * (cost(*above) - cost(below));
}

/// A thread that has only just begun to wait may still be awake. So at the 10th percentile, the
/// shorter the wait is than that of the first row, the less the hand-over costs. Without any wait
/// it costs a cache line.
std::uint64_t HandOvers::wake_on_other(Part part, std::uint64_t asleep) const {
    const double usual = interpolate(costs_.other, part, asleep);
    const double waited = static_cast<double>(asleep) * unit_;
    const double shortest = costs_.other.front().asleep;
    const double awake =
        waited < shortest ? std::max(0.0, -position_) * (1 - waited / shortest) : 0;
    return units(usual - awake * std::max(0.0, usual - costs_.line.at(position_)));
}

std::uint64_t HandOvers::run(std::uint64_t asleep) const {
    return wake_on_other(&WakeCosts::run, asleep);
}

std::uint64_t HandOvers::call(std::uint64_t asleep) const {
    return wake_on_other(&WakeCosts::call, asleep);
}

std::uint64_t HandOvers::call_without_processor(std::uint64_t asleep) const {
    return units(interpolate(costs_.same, &WakeCosts::call, asleep));
}

/// On one processor the sleeper runs when the waker has come out of its call, and sleeps itself.
std::uint64_t HandOvers::change() const {
    const WakeCosts& row = costs_.same.front();
    return units(std::max(0.0, row.run.at(position_) - row.call.at(position_)));
}

} // namespace ilm
