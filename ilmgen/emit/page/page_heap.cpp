// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/page_heap.h"

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/emit/page/slice_sums.h"

#include <algorithm>

namespace ilm {

namespace {

/// A moment is an index into the lives, in the order of time: its levels are those after this life.
using LifeIndex = std::size_t;

/// For each part of the time in which something changes: the moments of the highest level, and of
/// the last one.
std::vector<LifeIndex> moments_of(const Run& run, const std::vector<TimedLife>& lives,
                                  std::uint64_t part) {
    std::vector<LifeIndex> moments;
    std::uint64_t bytes = 0;
    std::uint64_t highest = 0; // of the part that is the last of moments
    for (LifeIndex i = 0; i < lives.size(); ++i) {
        const RunLife& life = run.lives[lives[i].life];
        const std::uint64_t size = run.blocks[life.block].size;
        bytes = life.begins ? bytes + size : bytes - size;
        const bool is_new = i == 0 || lives[i - 1].time / part != lives[i].time / part;
        if (is_new && i > 0 && moments.back() != i - 1)
            moments.push_back(i - 1);
        if (is_new) {
            moments.push_back(i);
            highest = bytes;
        } else if (bytes > highest) {
            moments.back() = i;
            highest = bytes;
        }
    }
    if (!lives.empty() && moments.back() + 1 != lives.size())
        moments.push_back(lives.size() - 1);
    return moments;
}

/// How one site's level changes.
struct Changes {
    std::uint64_t level = 0; ///< bytes
    std::uint64_t told = 0;  ///< as told last
    std::vector<std::uint32_t> moments;
    std::vector<std::uint64_t> bytes;
};

class SiteLevels {
public:
    SiteLevels(const Run& run, const PageSites& sites)
        : run_(run), sites_(sites), changes_(sites.size()) {}

    void follow(const TimedLife& timed_life) {
        const RunLife& life = run_.lives[timed_life.life];
        const RunBlock& block = run_.blocks[life.block];
        const std::uint32_t site = sites_.site_of(block);
        std::uint64_t& level = changes_[site].level;
        level = life.begins ? level + block.size : level - block.size;
        touched_.push_back(site);
    }

    void tell(std::uint32_t moment) {
        for (const std::uint32_t site : touched_) {
            Changes& changes = changes_[site];
            if (changes.level == changes.told)
                continue;
            changes.told = changes.level;
            changes.moments.push_back(moment);
            changes.bytes.push_back(changes.level);
        }
        touched_.clear();
    }

    void add_to(Columns& columns, const std::string& number) const {
        std::vector<std::size_t> sizes;
        std::vector<std::uint32_t> moments;
        std::vector<std::uint64_t> bytes;
        for (const Changes& changes : changes_) {
            sizes.push_back(changes.moments.size());
            moments.insert(moments.end(), changes.moments.begin(), changes.moments.end());
            bytes.insert(bytes.end(), changes.bytes.begin(), changes.bytes.end());
        }
        columns.add("heap_changes_" + number, sizes);
        columns.add("heap_moments_" + number, moments);
        columns.add("heap_bytes_" + number, bytes);
    }

private:
    const Run& run_;
    const PageSites& sites_;
    std::vector<Changes> changes_;       ///< by site
    std::vector<std::uint32_t> touched_; ///< sites, since the last moment
};

} // namespace

PageSites::PageSites(const Run& run, PageFrames& frames, PageNames& names) {
    for (const RunBlock& block : run.blocks) {
        const auto [found, is_new] = numbers_.try_emplace(block.at, size());
        if (is_new) {
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

void add_heap(const Run& run, const Replayed& schedule, const PageSites& sites,
              const std::string& number, std::size_t most, Columns& columns) {
    const std::vector<TimedLife> lives = timed_lives(
        run, [&schedule](StepIndex step) { return schedule.begins[step]; }, LockTurns::any);
    std::vector<LifeIndex> moments = moments_of(run, lives, 1);
    if (moments.size() > most)
        moments = moments_of(run, lives, 2 * (lives.back().time / most + 1));
    SiteLevels levels(run, sites);
    std::vector<std::uint64_t> times; // each less the one before
    std::uint64_t before = 0;
    LifeIndex next = 0;
    for (const LifeIndex moment : moments) {
        for (; next <= moment; ++next)
            levels.follow(lives[next]);
        levels.tell(static_cast<std::uint32_t>(times.size()));
        times.push_back(lives[moment].time - before);
        before = lives[moment].time;
    }
    columns.add("heap_times_" + number, times);
    levels.add_to(columns, number);
}

} // namespace ilm
