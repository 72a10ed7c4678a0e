// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_slices.h"

#include <algorithm>
#include <numeric>

namespace ilm {

namespace {

std::uint64_t next_width(std::uint64_t within, std::uint64_t span) {
    return within > span / 2 ? span : 2 * within + 1;
}

std::uint64_t first_width(std::uint64_t span, std::size_t most) {
    return next_width(span / (4 * most + 1), span);
}

} // namespace

FineSlices::FineSlices(const Run& run, const Timeline& timeline, std::size_t most)
    : processes_(process_groups(run)), by_step_(run.steps.size()), span_(timeline.span) {
    order_threads();
    joined_within_ = width_for(run, timeline, most);
    number_in_threads(run, timeline);
    number(run, timeline);
}

void FineSlices::order_threads() {
    const std::vector<std::uint32_t>& group = processes_.of_threads;
    threads_.resize(group.size());
    std::iota(threads_.begin(), threads_.end(), ThreadIndex{0});
    std::stable_sort(threads_.begin(), threads_.end(),
                     [&group](ThreadIndex a, ThreadIndex b) { return group[a] < group[b]; });
    places_.resize(threads_.size());
    for (std::uint32_t place = 0; place < threads_.size(); ++place)
        places_[threads_[place]] = place;
}

/// The first of the widths that leads to no more slices.  All widths are tried in one pass.
std::uint64_t FineSlices::width_for(const Run& run, const Timeline& timeline,
                                    std::size_t most) const {
    if (run.steps.size() <= most)
        return 0;
    std::vector<std::uint64_t> widths = {first_width(span_, most)};
    while (widths.back() < span_)
        widths.push_back(next_width(widths.back(), span_));
    std::vector<std::size_t> counts(widths.size());
    std::vector<std::vector<std::uint64_t>> begins(run.threads.size(),
                                                   std::vector<std::uint64_t>(widths.size()));
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const std::uint64_t begin = timeline.begin(run, step);
        const std::uint64_t end = timeline.ends[step];
        const bool is_first = run.is_first(step);
        std::vector<std::uint64_t>& of_thread = begins[run.steps[step].thread];
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (is_first || end - of_thread[i] > widths[i]) {
                of_thread[i] = begin;
                ++counts[i];
            }
    }
    const auto fits = std::ranges::find_if(counts, [&](std::size_t n) { return n <= most; });
    return fits == counts.end() ? span_ : widths[static_cast<std::size_t>(fits - counts.begin())];
}

void FineSlices::number_in_threads(const Run& run, const Timeline& timeline) {
    by_thread_.assign(run.threads.size(), 0);
    std::vector<std::uint64_t> begins(run.threads.size()); // of the thread's latest slice
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const ThreadIndex thread = run.steps[step].thread;
        std::uint32_t& n_slices = by_thread_[places_[thread]];
        const bool joins = joined_within_ > 0 && !run.is_first(step) &&
                           timeline.ends[step] - begins[thread] <= joined_within_;
        if (!joins) {
            begins[thread] = timeline.begin(run, step);
            ++n_slices;
        }
        by_step_[step] = n_slices - 1;
    }
}

void FineSlices::number(const Run& run, const Timeline& timeline) {
    std::vector<SliceIndex> firsts(by_thread_.size()); // by place
    std::exclusive_scan(by_thread_.begin(), by_thread_.end(), firsts.begin(), SliceIndex{0});
    const SliceIndex n_slices = std::reduce(by_thread_.begin(), by_thread_.end());
    last_events_.resize(n_slices);
    begins_.resize(n_slices);
    LargeVector<bool> has_begun(n_slices);
    ends_.resize(n_slices);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const SliceIndex slice = by_step_[step] += firsts[places_[run.steps[step].thread]];
        if (!has_begun[slice])
            begins_[slice] = timeline.begin(run, step);
        has_begun[slice] = true;
        last_events_[slice] = run.steps[step].id;
        ends_[slice] = timeline.ends[step];
    }
}

PageSlices::PageSlices(const FineSlices& fine, std::size_t most)
    : fine_(fine), joined_(fine.size()) {
    join(fine.joined_within());
    std::uint64_t within = fine.joined_within();
    while (size() > most && joined_within_ < fine.span()) {
        within = within == 0 ? first_width(fine.span(), most) : next_width(within, fine.span());
        join(within);
    }
}

void PageSlices::join(std::uint64_t within) {
    joined_within_ = within;
    begins_.clear();
    by_thread_.clear();
    SliceIndex slice = 0; // fine
    for (const std::uint32_t of_thread : fine_.by_thread()) {
        const auto before = begins_.size();
        const SliceIndex first = slice;
        for (; slice < first + of_thread; ++slice) {
            const bool joins = within > fine_.joined_within() && slice != first &&
                               fine_.end(slice) - fine_.begin(begins_.back()) <= within;
            if (!joins)
                begins_.push_back(slice);
            joined_[slice] = static_cast<SliceIndex>(begins_.size() - 1);
        }
        by_thread_.push_back(static_cast<std::uint32_t>(begins_.size() - before));
    }
    begins_.push_back(slice);
}

} // namespace ilm
