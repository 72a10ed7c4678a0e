// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_slices.h"

#include <algorithm>
#include <numeric>

namespace ilm {

PageSlices::PageSlices(const Run& run, const Timeline& timeline, std::size_t most)
    : run_(run), processes_(process_groups(run)), slice_by_step_(run.steps.size()) {
    order_threads();
    order_steps();
    join(timeline, 0);
    std::uint64_t within = timeline.span / (4 * most + 1);
    while (size() > most && joined_within_ < timeline.span) {
        within = within > timeline.span / 2 ? timeline.span : 2 * within + 1;
        join(timeline, within);
    }
}

void PageSlices::order_threads() {
    const std::vector<std::uint32_t>& group = processes_.of_threads;
    threads_.resize(run_.threads.size());
    std::iota(threads_.begin(), threads_.end(), ThreadIndex{0});
    std::stable_sort(threads_.begin(), threads_.end(),
                     [&group](ThreadIndex a, ThreadIndex b) { return group[a] < group[b]; });
    places_.resize(threads_.size());
    for (std::uint32_t place = 0; place < threads_.size(); ++place)
        places_[threads_[place]] = place;
}

void PageSlices::order_steps() {
    steps_.resize(run_.steps.size());
    std::iota(steps_.begin(), steps_.end(), StepIndex{0});
    std::stable_sort(steps_.begin(), steps_.end(), [this](StepIndex a, StepIndex b) {
        return places_[run_.steps[a].thread] < places_[run_.steps[b].thread];
    });
}

void PageSlices::join(const Timeline& timeline, std::uint64_t within) {
    joined_within_ = within;
    begins_.clear();
    by_thread_.assign(run_.threads.size(), 0);
    std::uint64_t begin = 0; // of the slice
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
        const StepIndex step = steps_[i];
        const bool joins =
            within > 0 && !run_.is_first(step) && timeline.ends[step] - begin <= within;
        if (!joins) {
            begin = timeline.begin(run_, step);
            begins_.push_back(i);
            ++by_thread_[places_[run_.steps[step].thread]];
        }
        slice_by_step_[step] = static_cast<SliceIndex>(begins_.size() - 1);
    }
    begins_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

} // namespace ilm
