// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap by site over the time of a schedule, for a page.
//
// Levels are told at moments: in each of many equal parts of the time, or at
// each time at which something changes, the highest level and the last one.
// If the level is 5, 9, 4 and 3 in one part, the moments are those of 9 and 3.
// So the peak and its sites are in the page, and the levels of all sites at a
// moment sum up to the bytes that were live then.
#ifndef ILMGEN_EMIT_PAGE_PAGE_HEAP_H
#define ILMGEN_EMIT_PAGE_PAGE_HEAP_H

#include "ilmgen/emit/page/packed.h"
#include "ilmgen/emit/page/page_schedule.h"
#include "ilmgen/emit/page/page_stacks.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The allocation sites: each is a stack.
class PageSites {
public:
    PageSites(const Run& run, PageFrames& frames, PageNames& names);

    std::uint32_t size() const { return static_cast<std::uint32_t>(frames_.size()); }
    std::uint32_t site_of(const RunBlock& block) const { return numbers_.at(block.at); }
    void add_to(Columns& columns) const;

private:
    std::unordered_map<StackNumber, std::uint32_t> numbers_;
    std::vector<FrameIndex> frames_;
    std::vector<NameIndex> names_;
    std::vector<std::uint64_t> bytes_;
    std::vector<std::uint64_t> blocks_;
};

/// Adds the SliceSums `allocated`: bytes by slice and site.
void add_allocated(const Run& run, const PageSlices& slices, const PageSites& sites,
                   Columns& columns);

/// `number`: the columns' names end with it; `most`: the limit for moments.
void add_heap(const Run& run, const Replayed& schedule, const PageSites& sites,
              const std::string& number, std::size_t most, Columns& columns);

} // namespace ilm

#endif
