// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/heap_curve.h"

#include <algorithm>
#include <tuple>

namespace ilm {

namespace {

/// Calls `go_on(life, level after it)` for each until it says no.
template <class GoOn>
void follow(const Run& run, const std::vector<TimedLife>& lives, GoOn go_on) {
    std::uint64_t bytes = 0;
    for (const TimedLife& that : lives) {
        const RunLife& life = run.lives[that.life];
        const std::uint64_t size = run.blocks[life.block].size;
        bytes = life.begins ? bytes + size : bytes - size;
        if (!go_on(life, HeapLevel{that.time, bytes}))
            return;
    }
}

/// Before what else of the same time it comes: as in the trace, but no block ends before it begins.
struct Sorted {
    TimedLife that;
    std::uint32_t rank = 0;
    bool begins = false;

    bool operator<(const Sorted& other) const {
        return std::tuple(that.time, rank, !begins) <
               std::tuple(other.that.time, other.rank, !other.begins);
    }
};

} // namespace

std::vector<TimedLife> timed_lives(const Run& run, const Begins& begins) {
    std::vector<Sorted> sorted;
    sorted.reserve(run.lives.size());
    std::vector<std::uint32_t> begun(run.blocks.size()); // index into both
    for (std::uint32_t i = 0; i < run.lives.size(); ++i) {
        const RunLife& life = run.lives[i];
        sorted.push_back({{begins(life.step) + life.offset, i}, i, life.begins});
        if (life.begins)
            begun[life.block] = i;
    }
    for (Sorted& end : sorted)
        if (const Sorted& begin = sorted[begun[run.lives[end.that.life].block]];
            !end.begins && end < begin) {
            end.that.time = begin.that.time;
            end.rank = begin.rank;
        }
    std::sort(sorted.begin(), sorted.end());
    std::vector<TimedLife> lives;
    lives.reserve(sorted.size());
    for (const Sorted& life : sorted)
        lives.push_back(life.that);
    return lives;
}

HeapLevel heap_peak(const Run& run, const std::vector<TimedLife>& lives) {
    HeapLevel peak;
    follow(run, lives, [&peak](const RunLife&, HeapLevel level) {
        if (level.bytes > peak.bytes)
            peak = level;
        return true;
    });
    return peak;
}

std::vector<bool> live_at_peak(const Run& run, const std::vector<TimedLife>& lives) {
    std::vector<bool> live(run.blocks.size());
    const HeapLevel peak = heap_peak(run, lives);
    if (peak.bytes == 0)
        return live;
    follow(run, lives, [&](const RunLife& life, HeapLevel level) {
        live[life.block] = life.begins;
        return level.bytes != peak.bytes;
    });
    return live;
}

} // namespace ilm
