// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/serial_part.h"

#include "ilmgen/analysis/schedule/region_ends.h"

#include <algorithm>

namespace ilm {

SerialPart::SerialPart(const Run& run, const Timeline& timeline)
    : run_(run), alone_(run.steps.size()) {
    follow(changes(timeline));
    find_alone(timeline);
}

/// By thread: when the series of joins that it is joined in is over; 0 if it is not joined by
/// another thread of its process.
std::vector<std::uint64_t> SerialPart::joined_until(const Timeline& timeline) const {
    std::vector<std::uint64_t> until(run_.threads.size());
    std::vector<std::vector<ThreadIndex>> series(run_.threads.size()); // by parent
    std::vector<std::uint64_t> latest(run_.threads.size());            // the same: its last join
    const auto end_series = [&](ThreadIndex parent) {
        for (const ThreadIndex child : series[parent])
            until[child] = latest[parent];
        series[parent].clear();
    };
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        if (this_step.kind == Kind::fork || this_step.kind == Kind::exit)
            end_series(this_step.thread);
        if (this_step.kind != Kind::join || this_step.other == no_other ||
            run_.threads[this_step.other].process != run_.threads[this_step.thread].process)
            continue;
        series[this_step.thread].push_back(this_step.other);
        latest[this_step.thread] = timeline.ends[step];
    }
    for (ThreadIndex parent = 0; parent < run_.threads.size(); ++parent)
        end_series(parent);
    return until;
}

SerialPart::Changes SerialPart::changes(const Timeline& timeline) const {
    Changes changes;
    const auto add = [&changes](std::uint64_t begin, std::uint64_t end, int by) {
        if (begin >= end)
            return;
        changes.emplace_back(begin, by);
        changes.emplace_back(end, -by);
    };
    RegionEnds regions(run_);
    const std::vector<std::uint64_t> joined = joined_until(timeline);
    std::vector<std::uint64_t> begun(run_.threads.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        if (run_.threads[this_step.thread].is_librarys)
            continue;
        const std::uint64_t arrival = timeline.arrival(run_, step);
        const std::uint64_t end = timeline.ends[step];
        if (run_.is_first(step))
            begun[this_step.thread] = timeline.begin(run_, step);
        if (run_.threads[this_step.thread].last == step)
            add(begun[this_step.thread], std::max(end, joined[this_step.thread]), 1);
        if (this_step.kind == Kind::join)
            add(arrival, end, -1);
        if (!is_region(run_, step))
            continue;
        if (this_step.kind == Kind::acq && begins_region(this_step)) {
            const StepIndex before = regions.last(this_step.thread);
            add(before == no_step ? arrival : std::max(arrival, timeline.ends[before]), end, -1);
        }
        regions.take(step);
    }
    return changes;
}

void SerialPart::follow(Changes changes) {
    std::sort(changes.begin(), changes.end());
    std::vector<std::uint64_t> times; // by how many are there
    std::int64_t there = 0;
    std::uint64_t latest = 0;
    std::uint64_t before = 0;
    for (const auto& [time, by] : changes) {
        if (time > latest && there > 0) {
            const auto now = static_cast<std::size_t>(there);
            times.resize(std::max(times.size(), now + 1));
            times[now] += time - latest;
            if (there == 1) {
                times_alone_.push_back({latest, time, before});
                before += time - latest;
            }
        }
        latest = time;
        there += by;
    }
    count_threads(times);
}

void SerialPart::count_threads(const std::vector<std::uint64_t>& times) {
    for (std::size_t there = 2; there < times.size(); ++there)
        parallel_time_ += times[there];
    std::uint64_t at_least = 0;
    for (std::size_t there = times.size(); there-- > 2;) {
        at_least += times[there];
        if (20 * at_least < parallel_time_)
            continue;
        threads_ = static_cast<std::uint32_t>(there);
        return;
    }
}

std::uint64_t SerialPart::alone_until(std::uint64_t time) const {
    const auto after = std::upper_bound(
        times_alone_.begin(), times_alone_.end(), time,
        [](std::uint64_t at, const SingleThreadTime& alone) { return at < alone.begin; });
    if (after == times_alone_.begin())
        return 0;
    const SingleThreadTime& latest = *std::prev(after);
    return latest.before + std::min(time, latest.end) - latest.begin;
}

void SerialPart::find_alone(const Timeline& timeline) {
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        if (run_.threads[run_.steps[step].thread].is_librarys)
            continue;
        alone_[step] =
            alone_until(timeline.arrival(run_, step)) - alone_until(timeline.begin(run_, step));
        time_ += alone_[step];
    }
}

} // namespace ilm
