// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_heap.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/page/parts/slice_sums.h"

#include <unordered_set>
#include <utility>

namespace ilm {

namespace {

using Levels = LargeVector<HeapLevel>;

/// For each part of the time in which something changes: the indices of the highest level, and of
/// the last one.  `levels`: in the order of time.
LargeVector<std::uint32_t> moments_of_parts(const Levels& levels, std::uint64_t part) {
    LargeVector<std::uint32_t> moments;
    for (std::uint32_t i = 0; i < levels.size(); ++i) {
        const bool is_new = i == 0 || levels[i - 1].time / part != levels[i].time / part;
        if (is_new && i > 0 && moments.back() != i - 1)
            moments.push_back(i - 1);
        if (is_new)
            moments.push_back(i);
        else if (levels[i].bytes > levels[moments.back()].bytes)
            moments.back() = i;
    }
    if (!levels.empty() && moments.back() + 1 != levels.size())
        moments.push_back(static_cast<std::uint32_t>(levels.size() - 1));
    return moments;
}

/// At most so many, or two if that is more.
LargeVector<std::uint32_t> moments_of(const Levels& levels, std::size_t most) {
    LargeVector<std::uint32_t> moments = moments_of_parts(levels, 1);
    if (moments.size() > most)
        moments = moments_of_parts(levels, 2 * (levels.back().time / most + 1));
    return moments;
}

} // namespace

PageSites::PageSites(const Run& run, PageFrames& frames, PageNames& names) {
    for (const RunBlock& block : run.blocks) {
        const auto [found, is_new] = numbers_.try_emplace(block.at, size());
        if (is_new) {
            stacks_.push_back(block.at);
            frames_.push_back(frames.frame_of(block.at));
            names_.push_back(names.number_of(short_name(site_name(run, block.at))));
            bytes_.push_back(0);
            blocks_.push_back(0);
        }
        bytes_[found->second] += block.size;
        ++blocks_[found->second];
    }
}

void PageSites::add_to(Columns& columns) const {
    columns.add("site_frames", frames_);
    columns.add("site_names", names_);
    columns.add("site_bytes", bytes_);
    columns.add("site_blocks", blocks_);
}

void add_allocated(const Run& run, const PageSlices& slices, const PageSites& sites,
                   Columns& columns) {
    SliceSums sums;
    for (const RunLife& life : run.lives) {
        const RunBlock& block = run.blocks[life.block];
        if (life.begins)
            sums.add(slices.slice_of(life.step), sites.site_of(block), block.size);
    }
    sums.add_to(columns, "allocated");
}

HeapMoments::HeapMoments(const Run& run, const Replayed& schedule, std::size_t most) {
    const LargeVector<TimedLife> lives = timed_lives(run, schedule);
    const Levels all = heap_levels(run, lives);
    std::unordered_map<StackNumber, std::uint64_t> levels; // by site, now
    std::unordered_set<StackNumber> touched;               // since the moment before
    std::uint32_t next = 0;
    for (const std::uint32_t moment : moments_of(all, most)) {
        for (; next <= moment; ++next) {
            const RunLife& life = run.lives[lives[next].life];
            const RunBlock& block = run.blocks[life.block];
            std::uint64_t& level = levels[block.at];
            level = life.begins ? level + block.size : level - block.size;
            touched.insert(block.at);
        }
        for (const StackNumber site : touched)
            changes_[site].push_back({static_cast<std::uint32_t>(levels_.size()), levels[site]});
        touched.clear();
        levels_.push_back(all[moment]);
    }
}

void HeapMoments::add_to(Columns& columns, const PageSites& sites, const std::string& number,
                         std::size_t most) const {
    const LargeVector<std::uint32_t> kept = moments_of(levels_, most);
    LargeVector<std::uint64_t> times; // each less the one before
    std::uint64_t before = 0;
    for (const std::uint32_t moment : kept)
        times.push_back(levels_[moment].time - std::exchange(before, levels_[moment].time));
    LargeVector<std::size_t> sizes;
    LargeVector<std::uint32_t> moments;
    LargeVector<std::uint64_t> bytes;
    for (const StackNumber site : sites.stacks()) {
        const std::size_t begin = moments.size();
        std::uint64_t told = 0;
        const auto found = changes_.find(site);
        for (std::uint32_t i = 0, next = 0; found != changes_.end() && i < kept.size(); ++i) {
            const std::vector<Change>& changes = found->second;
            while (next < changes.size() && changes[next].moment <= kept[i])
                ++next;
            if (const std::uint64_t level = next == 0 ? 0 : changes[next - 1].bytes;
                level != told) {
                moments.push_back(i);
                bytes.push_back(level);
                told = level;
            }
        }
        sizes.push_back(moments.size() - begin);
    }
    columns.add("heap_times_" + number, times);
    columns.add("heap_changes_" + number, sizes);
    columns.add("heap_moments_" + number, moments);
    columns.add("heap_bytes_" + number, bytes);
}

} // namespace ilm
