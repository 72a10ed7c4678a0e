// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap by site over the time of a schedule, for a page.
//
// The page contains the levels at some moments. If there are few changes, there is a moment for
// each of them. Otherwise the time is divided into many equal parts, and each part has two moments:
// that of the highest level, and the last one. Example: if the level is 5, 9, 4 and 3 in a part,
// the moments are those of 9 and 3. So the page contains the peak and its sites, and the levels of
// all sites at a moment sum up to the live bytes.
#ifndef ILMGEN_EMIT_PAGE_PAGE_HEAP_H
#define ILMGEN_EMIT_PAGE_PAGE_HEAP_H

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_stacks.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The allocation sites. Each site is a stack.
class PageSites {
public:
    PageSites(const Run& run, PageFrames& frames, PageNames& names);

    std::uint32_t size() const { return static_cast<std::uint32_t>(frames_.size()); }
    std::uint32_t site_of(const RunBlock& block) const { return numbers_.at(block.at); }
    const std::vector<StackNumber>& stacks() const { return stacks_; }
    void add_to(Columns& columns) const;

private:
    std::unordered_map<StackNumber, std::uint32_t> numbers_;
    std::vector<StackNumber> stacks_;
    std::vector<FrameIndex> frames_;
    std::vector<NameIndex> names_;
    std::vector<std::uint64_t> bytes_;
    std::vector<std::uint64_t> blocks_;
};

/// Adds the SliceSums `allocated`: bytes by slice and site.
void add_allocated(const Run& run, const PageSlices& slices, const PageSites& sites,
                   Columns& columns);

/// The limit for the moments of a schedule.
constexpr std::size_t most_heap_moments = 2048;

class HeapMoments {
public:
    HeapMoments(const Run& run, const Replayed& schedule, std::size_t most = most_heap_moments);

    /// `number`: the columns' names end with it.  `most`: the limit for moments.
    void add_to(Columns& columns, const PageSites& sites, const std::string& number,
                std::size_t most) const;

private:
    /// A site's level from a moment on.
    struct Change {
        std::uint32_t moment = 0; ///< index of levels_
        std::uint64_t bytes = 0;
    };

    LargeVector<HeapLevel> levels_;                                ///< at each moment, of all sites
    std::unordered_map<StackNumber, std::vector<Change>> changes_; ///< by site
};

} // namespace ilm

#endif
