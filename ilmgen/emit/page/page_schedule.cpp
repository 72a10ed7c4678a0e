// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_schedule.h"

#include <utility>

namespace ilm {

namespace {

/// Times of a slice.
struct SliceTimes {
    std::uint64_t ready = 0; ///< for which it waits for a processor
    std::uint64_t wait = 0;  ///< for which it waits for its event, or sleeps
    StepIndex cause = no_step;
};

class SliceClock {
public:
    SliceClock(const Run& run, const Replayed& schedule) : run_(run), schedule_(schedule) {}

    /// A longer wait's cause is the one.
    SliceTimes times(std::span<const StepIndex> steps) const {
        SliceTimes sum;
        std::uint64_t longest = 0;
        for (const StepIndex step : steps) {
            sum.ready += schedule_.begins[step] - could_begin(step);
            const std::uint64_t wait =
                schedule_.done[step] - schedule_.begins[step] - run_.steps[step].work;
            sum.wait += wait + run_.asleep_before(step);
            if (wait > longest) {
                longest = wait;
                sum.cause = schedule_.woken_by[step];
            }
        }
        return sum;
    }

private:
    std::uint64_t could_begin(StepIndex step) const {
        const RunStep& this_step = run_.steps[step];
        return run_.asleep_before(step) + (run_.is_first(step) ? schedule_.begun[this_step.thread]
                                                               : schedule_.done[this_step.before]);
    }

    const Run& run_;
    const Replayed& schedule_;
};

} // namespace

Replayed schedule_of(const Run& run, Timeline timeline) {
    Replayed schedule;
    schedule.time = timeline.span;
    schedule.begins.resize(run.steps.size());
    schedule.woken_by.resize(run.steps.size(), no_step);
    schedule.begun.resize(run.threads.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        schedule.begins[step] = timeline.begin(run, step);
        if (timeline.waited(run, step) > 0)
            schedule.woken_by[step] = timeline.decided_by[step];
        if (run.is_first(step))
            schedule.begun[run.steps[step].thread] =
                schedule.begins[step] - run.asleep_before(step);
    }
    schedule.done = std::move(timeline.ends);
    return schedule;
}

void add_schedule(const Run& run, const Replayed& schedule, const PageSlices& slices,
                  const std::string& number, Columns& columns) {
    std::vector<std::uint64_t> ready;
    std::vector<std::uint64_t> wait;
    std::vector<std::int64_t> causes; // how far back; 0: none
    const SliceClock clock(run, schedule);
    for (SliceIndex slice = 0; slice < slices.size(); ++slice) {
        const SliceTimes times = clock.times(slices.steps(slice));
        ready.push_back(times.ready);
        wait.push_back(times.wait);
        const SliceIndex cause = times.cause == no_step ? slice : slices.slice_of(times.cause);
        causes.push_back(std::int64_t{slice} - cause);
    }
    columns.add("ready_" + number, ready);
    columns.add("wait_" + number, wait);
    columns.add_signed("cause_" + number, causes);
    std::vector<std::uint64_t> thread_begin;
    for (const ThreadIndex thread : slices.threads())
        thread_begin.push_back(schedule.begun[thread]);
    columns.add("thread_begin_" + number, thread_begin);
}

} // namespace ilm
