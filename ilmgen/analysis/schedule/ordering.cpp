// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/ordering.h"

#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/analysis/schedule/stretches.h"

namespace ilm {

bool counts_sources(const Run& run, StepIndex step, LockTurns turns) {
    return turns == LockTurns::recorded || !takes_lock(run, step);
}

Ordering::Ordering(const Run& run, LockTurns turns)
    : run_(run), turns_(turns), indices_(run.steps.size(), no_event) {
    const LargeBitset orders = find();
    std::vector<OrderIndex> last(run.threads.size(), no_event);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        if (!orders[step])
            continue;
        const RunThread& thread = run.threads[run.steps[step].thread];
        OrderIndex& before = last[run.steps[step].thread];
        if (before == no_event && thread.fork != no_step)
            before = indices_[thread.fork];
        before_.push_back(before);
        before = indices_[step] = static_cast<OrderIndex>(steps_.size());
        steps_.push_back(step);
    }
    sources_.reserve(run.sources.size());
    for (const StepIndex source : run.sources)
        sources_.push_back(indices_[source]);
}

LargeBitset Ordering::find() const {
    return ordering_steps(run_, [this](StepIndex step) {
        return counts_sources(run_, step, turns_) ? run_.sources_of(step)
                                                  : std::span<const StepIndex>();
    });
}

std::span<const OrderIndex> Ordering::sources(OrderIndex event) const {
    const RunStep& step = run_.steps[steps_[event]];
    if (!counts_sources(run_, steps_[event], turns_))
        return {};
    return {sources_.data() + step.sources, step.n_sources};
}

} // namespace ilm
