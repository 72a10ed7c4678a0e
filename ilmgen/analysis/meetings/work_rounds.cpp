// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/work_rounds.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/schedule/region_ends.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

WorkRounds::WorkRounds(const Run& run, Each each)
    : run_(run), each_(std::move(each)), done_(run.threads.size()), met_(run.threads.size()),
      joined_(run.threads.size()) {}

void WorkRounds::collect() {
    for (StepIndex index = 0; index < run_.steps.size(); ++index) {
        const RunStep& step = run_.steps[index];
        done_[step.thread] += step.work;
        if (step.kind == Kind::join)
            join(index);
        else if (step.kind == Kind::fork || step.kind == Kind::exit)
            end_joins(step.thread);
        if (is_region(run_, index))
            region(index);
        else if (run_.has_object(index) && run_.objects[step.other].prim == TRACE_PRIM_BARRIER)
            barrier(index);
    }
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
        end_joins(thread);
    end_run();
}

void WorkRounds::barrier(StepIndex index) {
    const RunStep& step = run_.steps[index];
    const RoundKey key{step.other, step.seq};
    if (step.kind == Kind::rel) {
        rounds_[key].parts[step.thread] = {done_[step.thread] - met_[step.thread], index};
    } else {
        end_round(key, index);
        met_[step.thread] = done_[step.thread];
    }
}

/// Odd numbers are beginnings, even ones ends (docs/trace-format.md).  A thread that executes tasks
/// while it waits for the others ends the region again after each of them, so its latest end
/// counts.
void WorkRounds::region(StepIndex index) {
    const RunStep& step = run_.steps[index];
    met_[step.thread] = done_[step.thread];
    if (begins_region(step)) {
        entered_[{step.other, step.seq + 1}][step.thread] = done_[step.thread];
        return;
    }
    const RoundKey key{step.other, step.seq};
    const auto& entered = entered_[key];
    if (const auto at = entered.find(step.thread); at != entered.end())
        rounds_[key].parts[step.thread] = {done_[step.thread] - at->second, index};
    if (step.kind == Kind::acq) {
        end_round(key, index);
        entered_.erase(key);
    }
}

void WorkRounds::join(StepIndex index) {
    const RunStep& step = run_.steps[index];
    if (step.other == no_other)
        return;
    joined_[step.other] = true;
    if (run_.threads[step.other].is_librarys)
        return;
    auto& [meeting, round] = joins_[step.thread];
    if (round.parts.empty()) {
        const std::string place = place_name(run_, step.at);
        meeting = place.empty() ? "joins" : "joins at " + place;
    }
    round.parts[step.other] = {done_[step.other] - met_[step.other], run_.threads[step.other].last};
    round.end = index;
}

void WorkRounds::end_joins(ThreadIndex parent) {
    const auto joins = joins_.extract(parent);
    if (!joins.empty())
        give(joins.mapped().first, joins.mapped().second);
}

/// All have arrived before the first one leaves.
void WorkRounds::end_round(const RoundKey& key, StepIndex end) {
    auto round = rounds_.extract(key);
    if (round.empty())
        return;
    round.mapped().end = end;
    give(object_name(run_, key.first), round.mapped());
}

void WorkRounds::give(const std::string& meeting, const WorkRound& round) {
    if (round.parts.size() >= 2)
        each_(meeting, round);
}

/// The threads that one thread has begun, and that nobody joins, are a round.  A thread without
/// work since its last meeting has no part in it.
void WorkRounds::end_run() {
    std::map<ThreadIndex, WorkRound> rounds; // by parent
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread) {
        const RunThread& this_thread = run_.threads[thread];
        if (this_thread.fork == no_step || this_thread.is_librarys || joined_[thread] ||
            done_[thread] == met_[thread])
            continue;
        rounds[run_.steps[this_thread.fork].thread].parts[thread] = {done_[thread] - met_[thread],
                                                                     this_thread.last};
    }
    for (const auto& [parent, round] : rounds)
        give(meeting_at_the_end, round);
}

} // namespace ilm
