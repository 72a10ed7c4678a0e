// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_events.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// As web/model/run.js has them.
constexpr std::uint8_t work_on_path = 1;
constexpr std::uint8_t event_on_path = 2;

/// Leaves each slice once.
void sort_out(std::vector<SliceIndex>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

PageEvents::PageEvents(const Run& run, const Timeline& timeline, const PageSlices& slices,
                       PageFrames& frames)
    : run_(run), slices_(slices), frames_(frames), events_(slices.size()), label_(slices.size()),
      path_(slices.size()), sources_(slices.size()) {
    add_events();
    mark_path(timeline);
}

void PageEvents::add_events() {
    sum_by_slice(
        run_, slices_, Events(),
        [this](Events& events, StepIndex step) {
            ++events.n_steps;
            events.n_events += run_.steps[step].id != 0 ? 1 : 0;
            events.step = step;
            add_sources(step, events);
        },
        [this](SliceIndex slice, Events& events) {
            events_[slice] = events.n_events;
            label_[slice] = label_of(run_.steps[events.step]);
            sources_[slice] = list_of(events);
        });
    EventId before = 0;
    for (SliceIndex slice = 0; slice < slices_.size(); ++slice) {
        const EventId id = slices_.last_event(slice);
        ids_.push_back(static_cast<std::int64_t>(id - std::exchange(before, id)));
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

/// Example: 64 threads leave a barrier, round after round.  Each round has 64 sources, but they are
/// in the same 64 slices as those of the round before, so nothing is added.
void PageEvents::add_sources(StepIndex step, Events& events) {
    if (run_.is_first(step) && run_.steps[step].before != no_step)
        events.slices.push_back(slices_.slice_of(run_.steps[step].before));
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
    if (std::exchange(events.list, latest_.number) == latest_.number)
        return;
    events.slices.insert(events.slices.end(), latest_.slices.begin(), latest_.slices.end());
    if (events.slices.size() > events.most) {
        sort_out(events.slices);
        events.most = 2 * events.slices.size() + Events::few;
    }
}

/// The number of the list of slices that this one comes after.  They are slices of other threads,
/// and of its own thread where steps share their sources.
std::uint32_t PageEvents::list_of(Events& events) {
    if (events.slices.empty())
        return 0;
    if (events.n_steps > 1 || run_.sources_of(events.step).size() != events.slices.size()) {
        sort_out(events.slices);
        return add_list(events.slices);
    }
    const auto [found, is_new] = shared_lists_.try_emplace(run_.steps[events.step].sources, 0);
    if (is_new)
        found->second = add_list(events.slices);
    return found->second;
}

std::uint32_t PageEvents::add_list(std::span<const SliceIndex> list) {
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
