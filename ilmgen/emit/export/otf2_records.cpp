// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/otf2_records.h"

#include "ilmgen/analysis/schedule/locks.h"

#include <algorithm>

namespace ilm {

using RecordKind = Otf2Record::Kind;

Otf2Records::Otf2Records(const Run& run) : run_(run), slices_(run) {
    add_slices();
    add_threads();
    add_locks();
    std::sort(records_.begin(), records_.end());
}

void Otf2Records::add_slices() {
    std::vector<std::uint32_t> open(run_.threads.size());
    for (const SliceEvent& event : slices_.events()) {
        if (event.kind == SliceEvent::Kind::meeting)
            continue;
        const bool begins = event.kind == SliceEvent::Kind::begin;
        if (begins)
            open[event.thread] = region_of(event);
        records_.push_back({event.thread, event.time, event.step,
                            begins ? RecordKind::enter : RecordKind::leave, open[event.thread]});
    }
}

std::uint32_t Otf2Records::region_of(const SliceEvent& begin) {
    const auto next = static_cast<std::uint32_t>(regions_.size());
    const auto [found, is_new] =
        region_numbers_.try_emplace(std::pair(begin.name, begin.is_work), next);
    if (is_new)
        regions_.push_back({begin.name, begin.step, begin.is_work});
    return found->second;
}

/// A thread begins before its first step: its record is of the step that made it.
void Otf2Records::add_threads() {
    std::vector<bool> awaited(run_.threads.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        if (this_step.other == no_other ||
            (this_step.kind != Kind::fork && this_step.kind != Kind::join))
            continue;
        if (this_step.kind == Kind::fork) {
            add(step, RecordKind::create, this_step.other);
            add(step, RecordKind::begin, this_step.other);
            records_.back().thread = this_step.other;
            records_.back().time += run_.threads[this_step.other].delay;
        } else if (!awaited[this_step.other]) {
            add(step, RecordKind::wait, this_step.other);
            awaited[this_step.other] = true;
        }
    }
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
        if (run_.threads[thread].fork != no_step && run_.threads[thread].last != no_step)
            add(run_.threads[thread].last, RecordKind::end, awaited[thread] ? thread : no_subject);
}

/// A release belongs to the latest acquire of its own thread that has no release yet.
void Otf2Records::add_locks() {
    std::map<std::pair<ObjectIndex, ThreadIndex>, std::vector<std::uint32_t>> held;
    std::vector<std::uint32_t> taken(run_.objects.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        if (!run_.has_object(step) || !is_lock(run_.objects[this_step.other]))
            continue;
        std::vector<std::uint32_t>& orders = held[{this_step.other, this_step.thread}];
        if (this_step.kind == Kind::acq) {
            orders.push_back(++taken[this_step.other]);
            add(step, RecordKind::acquire, this_step.other, orders.back());
        } else if (!orders.empty()) {
            add(step, RecordKind::release, this_step.other, orders.back());
            orders.pop_back();
        }
    }
}

void Otf2Records::add(StepIndex step, RecordKind kind, std::uint32_t subject, std::uint32_t order) {
    records_.push_back(
        {run_.steps[step].thread, slices_.timeline().ends[step], step, kind, subject, order});
}

} // namespace ilm
