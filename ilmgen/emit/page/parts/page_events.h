// SPDX-License-Identifier: GPL-2.0-or-later
//
// The events of slices, for a page: their labels, and the slices that each comes after.
#ifndef ILMGEN_EMIT_PAGE_PAGE_EVENTS_H
#define ILMGEN_EMIT_PAGE_PAGE_EVENTS_H

#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "ilmgen/emit/page/parts/page_stacks.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ilm {

/// An event's description for a person.
struct EventLabel {
    std::string verb;
    std::string object; ///< may be empty
    std::string place;  ///< the same
    FrameIndex frame = 0;
};

class PageEvents {
public:
    PageEvents(const Run& run, const Timeline& timeline, const PageSlices& slices,
               PageFrames& frames);

    /// The first label is for slices without an event.
    const LargeVector<EventLabel>& labels() const { return labels_; }
    /// The number of the label for the event that ends a step.
    std::uint32_t label_of(const RunStep& step);
    void add_to(Columns& columns) const;

private:
    /// Events that agree in these members share one label.
    struct What {
        Kind kind;
        std::uint32_t other;
        StackNumber at;
        auto operator<=>(const What&) const = default;
    };

    /// Sums up a slice: its events, and the slices that it comes after.
    struct Events {
        std::vector<SliceIndex> slices; ///< that it comes after, some of them twice
        std::uint32_t n_steps = 0;
        std::uint32_t n_events = 0;   ///< of steps that have one
        StepIndex step = no_step;     ///< the latest
        std::uint32_t list = no_list; ///< the latest sources that were added
        std::size_t most = few;       ///< with more slices, each is left in once
        static constexpr std::size_t few = 1024;
        static constexpr std::uint32_t no_list = ~std::uint32_t{0};
    };
    /// The slices of the latest sources that steps have in common.
    struct SourceSlices {
        std::uint32_t begin = Events::no_list; ///< in Run::sources
        std::uint32_t number = 0; ///< of the list; equal ones one after another share it
        std::vector<SliceIndex> slices;
    };

    void add_events();
    void add_sources(StepIndex step, Events& events);
    void mark_path(const Timeline& timeline);
    std::uint32_t list_of(Events& events);
    std::uint32_t add_list(std::span<const SliceIndex> list);

    const Run& run_;
    const PageSlices& slices_;
    PageFrames& frames_;
    LargeVector<EventLabel> labels_ = {{}};
    std::map<What, std::uint32_t> label_numbers_;
    LargeVector<std::uint32_t> events_;  ///< by slice
    LargeVector<std::int64_t> ids_;      ///< by slice: less the one before
    LargeVector<std::uint32_t> label_;   ///< by slice
    LargeVector<std::uint8_t> path_;     ///< by slice: bits
    LargeVector<std::uint32_t> sources_; ///< by slice: the number of its list
    SourceSlices latest_;
    std::map<std::uint32_t, std::uint32_t> shared_lists_; ///< by where they begin in Run::sources
    LargeVector<std::uint32_t> list_sizes_ = {0};
    LargeVector<SliceIndex> list_items_;
};

} // namespace ilm

#endif
