// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_events.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// As web/model/run.js has them.
constexpr std::uint8_t work_on_path = 1;
constexpr std::uint8_t event_on_path = 2;

} // namespace

PageEvents::PageEvents(const Run& run, const Timeline& timeline, const PageSlices& slices,
                       PageFrames& frames)
    : run_(run), slices_(slices), frames_(frames), events_(slices.size()), path_(slices.size()),
      sources_(slices.size()) {
    count_events();
    list_sources();
    mark_path(timeline);
}

void PageEvents::count_events() {
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        events_[slices_.slice_of(step)] += run_.steps[step].id != 0 ? 1 : 0;
    EventId before = 0;
    for (SliceIndex slice = 0; slice < slices_.size(); ++slice) {
        const RunStep& last = run_.steps[slices_.last_step(slice)];
        ids_.push_back(static_cast<std::int64_t>(last.id - std::exchange(before, last.id)));
        label_.push_back(label_of(last));
    }
}

void PageEvents::mark_path(const Timeline& timeline) {
    const CriticalPath path(run_, timeline);
    for (const PathStep& path_step : path.steps()) {
        std::uint8_t& bits = path_[slices_.slice_of(path_step.step)];
        bits |= event_on_path;
        if (path_step.works)
            bits |= work_on_path;
    }
}

std::uint32_t PageEvents::label_of(const RunStep& step) {
    if (step.kind == Kind::info)
        return 0;
    const auto next = static_cast<std::uint32_t>(labels_.size());
    const auto [found, is_new] = label_numbers_.try_emplace({step.kind, step.other, step.at}, next);
    if (is_new)
        labels_.push_back({event_verb(step.kind), clipped(event_object(run_, step)),
                           clipped(place_name(run_, step.at)),
                           step.at == 0 ? 0 : frames_.frame_of(step.at)});
    return found->second;
}

/// They are slices of other threads, and of the slice's own thread where steps share their sources.
void PageEvents::list_sources() {
    sum_by_slice(
        run_, slices_, Before(),
        [this](Before& before, StepIndex step) { add_sources(step, before); },
        [this](SliceIndex slice, Before& before) { sources_[slice] = list_of(before); });
}

namespace {

void sort_out(std::vector<SliceIndex>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

/// Example: 64 threads leave a barrier, round after round.  Each round has 64 sources, but they are
/// in the same 64 slices as those of the round before, so nothing is added.
void PageEvents::add_sources(StepIndex step, Before& before) {
    ++before.n_steps;
    before.step = step;
    if (run_.is_first(step) && run_.steps[step].before != no_step)
        before.slices.push_back(slices_.slice_of(run_.steps[step].before));
    if (run_.steps[step].n_sources == 0)
        return;
    if (latest_.begin != run_.steps[step].sources) {
        latest_.begin = run_.steps[step].sources;
        std::vector<SliceIndex> slices;
        for (const StepIndex source : run_.sources_of(step))
            slices.push_back(slices_.slice_of(source));
        if (slices != latest_.slices) {
            latest_.slices = std::move(slices);
            ++latest_.number;
        }
    }
    if (std::exchange(before.list, latest_.number) == latest_.number)
        return;
    before.slices.insert(before.slices.end(), latest_.slices.begin(), latest_.slices.end());
    if (before.slices.size() > before.most) {
        sort_out(before.slices);
        before.most = 2 * before.slices.size() + Before::few;
    }
}

/// The number of the list.
std::uint32_t PageEvents::list_of(Before& before) {
    if (before.slices.empty())
        return 0;
    if (before.n_steps > 1 || run_.sources_of(before.step).size() != before.slices.size()) {
        sort_out(before.slices);
        return add_list(before.slices);
    }
    const auto [found, is_new] = shared_lists_.try_emplace(run_.steps[before.step].sources, 0);
    if (is_new)
        found->second = add_list(before.slices);
    return found->second;
}

std::uint32_t PageEvents::add_list(const std::vector<SliceIndex>& list) {
    list_items_.insert(list_items_.end(), list.begin(), list.end());
    list_sizes_.push_back(static_cast<std::uint32_t>(list.size()));
    return static_cast<std::uint32_t>(list_sizes_.size() - 1);
}

void PageEvents::add_to(Columns& columns) const {
    columns.add("events", events_);
    columns.add_signed("ids", ids_);
    columns.add("labels", label_);
    columns.add("path", path_);
    columns.add("source_lists", sources_);
    columns.add("list_sizes", list_sizes_);
    columns.add("list_items", list_items_);
}

} // namespace ilm
