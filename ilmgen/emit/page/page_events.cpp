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
    : run_(run), slices_(slices), frames_(frames), path_(slices.size()) {
    for (SliceIndex slice = 0; slice < slices.size(); ++slice)
        add_event(slice);
    mark_path(timeline);
}

void PageEvents::add_event(SliceIndex slice) {
    const auto is_event = [this](StepIndex step) { return run_.steps[step].id != 0; };
    const std::span<const StepIndex> steps = slices_.steps(slice);
    const RunStep& last = run_.steps[steps.back()];
    events_.push_back(static_cast<std::uint32_t>(std::ranges::count_if(steps, is_event)));
    ids_.push_back(static_cast<std::int64_t>(last.id - std::exchange(last_id_, last.id)));
    label_.push_back(label_of(last));
    sources_.push_back(list_of(slice));
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

/// The number of the list of slices that this one comes after.  They are slices of other threads,
/// and of its own thread where steps share their sources.
std::uint32_t PageEvents::list_of(SliceIndex slice) {
    const std::span<const StepIndex> steps = slices_.steps(slice);
    std::vector<SliceIndex> list;
    for (const StepIndex step : steps) {
        if (run_.is_first(step) && run_.steps[step].before != no_step)
            list.push_back(slices_.slice_of(run_.steps[step].before));
        for (const StepIndex source : run_.sources_of(step))
            list.push_back(slices_.slice_of(source));
    }
    if (list.empty())
        return 0;
    if (steps.size() > 1 || run_.sources_of(steps.front()).size() != list.size()) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        return add_list(list);
    }
    const auto [found, is_new] = shared_lists_.try_emplace(run_.steps[steps.front()].sources, 0);
    if (is_new)
        found->second = add_list(list);
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
