// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/dealt_items.h"

#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/model/prims.h"

#include <algorithm>

namespace ilm {

namespace {

bool is_counter(const RunObject& object) {
    return object.prim == TRACE_PRIM_DEAL;
}

/// The draws of each counter, in order.
using Draws = std::unordered_map<ObjectIndex, LargeVector<StepIndex>>;

Draws draws_of(const Run& run) {
    Draws draws;
    if (std::ranges::none_of(run.objects, is_counter))
        return draws;
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        if (run.steps[step].kind == Kind::rel && is_counter(run.objects[run.steps[step].other]))
            draws[run.steps[step].other].push_back(step);
    return draws;
}

DealtCounter counter_of(const Run& run, std::span<const StepIndex> draws) {
    DealtCounter counter;
    for (const StepIndex draw : draws)
        counter.lasts[run.steps[draw].thread] = draw;
    for (const StepIndex draw : draws)
        if (counter.lasts.at(run.steps[draw].thread) != draw)
            counter.items.push_back(draw);
    return counter;
}

/// Whether a thread may do this between two of its draws.
bool may_be_in_item(const Run& run, StepIndex step, ObjectIndex counter) {
    const RunStep& this_step = run.steps[step];
    if (this_step.kind != Kind::rel && this_step.kind != Kind::acq)
        return false;
    return this_step.other == counter || is_lock(run.objects[this_step.other]);
}

/// The steps that follow a step of the same thread, by step.
LargeVector<StepIndex> following(const Run& run) {
    LargeVector<StepIndex> after(run.steps.size(), no_step);
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        if (!run.is_first(step))
            after[run.steps[step].before] = step;
    return after;
}

/// Whether nothing orders the thread between this draw and its next one.
bool is_item(const Run& run, std::span<const StepIndex> after, StepIndex draw) {
    const ObjectIndex counter = run.steps[draw].other;
    StepIndex step = after[draw];
    while (step != no_step && may_be_in_item(run, step, counter)) {
        if (run.steps[step].kind == Kind::rel && run.steps[step].other == counter)
            return true;
        step = after[step];
    }
    return false;
}

bool can_be_dealt(const Run& run, std::span<const StepIndex> after, const DealtCounter& counter) {
    if (counter.lasts.size() < 2 || counter.items.empty())
        return false;
    const StackNumber at = run.steps[counter.items.front()].at;
    const StepIndex last_item = counter.items.back();
    for (const auto& [thread, draw] : counter.lasts)
        if (draw < last_item || run.steps[draw].at != at)
            return false;
    return std::ranges::all_of(counter.items, [&](StepIndex draw) {
        return run.steps[draw].at == at && is_item(run, after, draw);
    });
}

} // namespace

DealtItems dealt_items(const Run& run) {
    DealtItems dealt;
    const Draws draws = draws_of(run);
    if (draws.empty())
        return dealt;
    const LargeVector<StepIndex> after = following(run);
    for (const auto& [object, of_object] : draws) {
        DealtCounter counter = counter_of(run, of_object);
        if (can_be_dealt(run, after, counter))
            dealt.emplace(object, std::move(counter));
    }
    return dealt;
}

} // namespace ilm
