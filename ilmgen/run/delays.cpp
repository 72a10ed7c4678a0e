// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/delays.h"

#include <algorithm>

namespace ilm {

void Delays::event(ThreadIndex thread, const Event& event) {
    if (event.time == no_time)
        return;
    if (thread >= begins_.size())
        begins_.resize(thread + 1, no_time);
    if (begins_[thread] == no_time)
        begins_[thread] = event.time - std::min(event.time, event.icnt);
}

void Delays::step(StepIndex step, const Event& event, std::span<const StepIndex> sources) {
    if (event.time == no_time)
        return;
    times_.resize(step, no_time);
    times_.push_back(event.time);
    backward_ += static_cast<std::uint64_t>(
        std::count_if(sources.begin(), sources.end(), [&](StepIndex source) {
            return times_[source] != no_time && times_[source] > event.time;
        }));
}

void Delays::put(const Origin& origin, Run& run) {
    if (!origin.clock_counts_cost() || origin.begins_are_unknown)
        return;
    find(run);
    const bool none =
        std::all_of(delays_.begin(), delays_.end(), [](std::uint64_t delay) { return delay == 0; });
    if (none || !fit(run))
        return;
    if (backward_ > 0) {
        run.backward = backward_;
        return;
    }
    for (ThreadIndex thread = 0; thread < delays_.size(); ++thread)
        run.threads[thread].delay = delays_[thread];
}

void Delays::find(const Run& run) {
    delays_.resize(begins_.size());
    if (begins_.empty())
        return;
    const std::uint64_t first = *std::min_element(begins_.begin(), begins_.end());
    for (ThreadIndex thread = 0; thread < begins_.size(); ++thread) {
        const StepIndex fork = run.threads[thread].fork;
        const std::uint64_t from = fork == no_step ? first : time_of(fork);
        if (begins_[thread] == no_time || from == no_time)
            continue;
        backward_ += begins_[thread] < from ? 1 : 0;
        delays_[thread] = begins_[thread] - std::min(begins_[thread], from);
    }
}

/// Whether no chain of work and delays exceeds 64 bits.  A log in which one does has no real times.
bool Delays::fit(const Run& run) const {
    std::uint64_t sum = run.work;
    return std::none_of(delays_.begin(), delays_.end(), [&sum](std::uint64_t delay) {
        return __builtin_add_overflow(sum, delay, &sum);
    });
}

} // namespace ilm
