// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_schedule.h"

namespace ilm {

namespace {

std::uint64_t could_begin(const Run& run, const Replayed& schedule, StepIndex step) {
    const RunStep& this_step = run.steps[step];
    return run.away_before(step) + (run.is_first(step) ? schedule.begun[this_step.thread]
                                                       : schedule.done[this_step.before]);
}

} // namespace

Replayed schedule_of(const Run& run, const Timeline& timeline) {
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
            schedule.begun[run.steps[step].thread] = schedule.begins[step] - run.away_before(step);
    }
    schedule.done = timeline.ends;
    return schedule;
}

/// A longer wait's cause is the one.
void PageSchedule::SliceTimes::add(const SliceTimes& other) {
    work += other.work;
    ready += other.ready;
    wait += other.wait;
    if (other.longest > longest) {
        longest = other.longest;
        cause = other.cause;
    }
}

PageSchedule::PageSchedule(const Run& run, const FineSlices& slices, std::uint32_t processors,
                           const Replayed& schedule)
    : processors_(processors), time_(schedule.time), is_as_in_run_(schedule.factors == nullptr),
      begun_(schedule.begun), by_slice_(slices.size()), heap_(run, schedule) {
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const std::uint64_t work = time_of_work(schedule.factors, step, run.steps[step].work);
        const std::uint64_t wait = schedule.done[step] - schedule.begins[step] - work;
        const StepIndex cause = wait > 0 ? schedule.woken_by[step] : no_step;
        by_slice_[slices.slice_of(step)].add(
            {work, schedule.begins[step] - could_begin(run, schedule, step),
             wait + run.away_before(step), wait,
             cause == no_step ? no_slice : slices.slice_of(cause)});
    }
}

void PageSchedule::add_to(Columns& columns, const PageSlices& slices,
                          const std::string& number) const {
    LargeVector<SliceTimes> times(slices.size());
    for (SliceIndex fine = 0; fine < by_slice_.size(); ++fine)
        times[slices.slice_of_fine(fine)].add(by_slice_[fine]);
    LargeVector<std::uint64_t> work;
    LargeVector<std::uint64_t> ready;
    LargeVector<std::uint64_t> wait;
    LargeVector<std::int64_t> causes; // how far back; 0: none
    for (SliceIndex slice = 0; slice < slices.size(); ++slice) {
        const SliceTimes& of_slice = times[slice];
        work.push_back(of_slice.work);
        ready.push_back(of_slice.ready);
        wait.push_back(of_slice.wait);
        const SliceIndex cause =
            of_slice.cause == no_slice ? slice : slices.slice_of_fine(of_slice.cause);
        causes.push_back(std::int64_t{slice} - cause);
    }
    if (!is_as_in_run_)
        columns.add("work_" + number, work);
    columns.add("ready_" + number, ready);
    columns.add("wait_" + number, wait);
    columns.add_signed("cause_" + number, causes);
    std::vector<std::uint64_t> thread_begin;
    for (const ThreadIndex thread : slices.threads())
        thread_begin.push_back(begun_[thread]);
    columns.add("thread_begin_" + number, thread_begin);
}

} // namespace ilm
