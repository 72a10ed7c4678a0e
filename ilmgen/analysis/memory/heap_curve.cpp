// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/heap_curve.h"

#include "ilmgen/analysis/schedule/timeline.h"

#include <algorithm>

namespace ilm {

namespace {

/// Calls `go_on(life, level after it)` for each life until go_on() returns false.
template <class GoOn>
void follow(const Run& run, std::span<const TimedLife> lives, GoOn go_on) {
    std::uint64_t bytes = 0;
    for (const TimedLife& timed_life : lives) {
        const RunLife& life = run.lives[timed_life.life];
        const std::uint64_t size = run.blocks[life.block].size;
        bytes = life.begins ? bytes + size : bytes - size;
        if (!go_on(life, HeapLevel{timed_life.time, bytes}))
            return;
    }
}

/// Begins each interval as early as in a schedule, but not before what it comes after, and ends no
/// block before it begins.
class LifeTimes {
public:
    LifeTimes(const Run& run, const Begins& begins, LockTurns turns, const StepFactors* factors)
        : run_(run), begins_(begins), turns_(turns), factors_(factors), latest_(run),
          ends_(run.steps.size()), now_(run.threads.size()), times_(run.lives.size()),
          born_(run.blocks.size()) {
        for (const std::uint32_t life : in_trace_order(run))
            live(life);
    }

    std::uint64_t time(std::uint32_t life) const { return times_[life]; }

    static LargeVector<std::uint32_t> in_trace_order(const Run& run) {
        LargeVector<std::uint32_t> order(run.lives.size());
        for (std::uint32_t life = 0; life < order.size(); ++life)
            order[run.lives[life].number] = life;
        return order;
    }

private:
    /// In a thread's interval.
    struct Moment {
        StepIndex step = no_step; ///< at the interval's end
        std::uint64_t offset = 0; ///< work of the interval up to here
        std::uint64_t time = 0;
    };

    void live(std::uint32_t index) {
        const RunLife& life = run_.lives[index];
        Moment& now = go_on(life.step, life.offset);
        if (life.begins)
            born_[life.block] = now.time;
        else
            now.time = std::max(now.time, born_[life.block]);
        times_[index] = now.time;
    }

    Moment& go_on(StepIndex step, std::uint64_t offset) {
        Moment& now = now_[run_.steps[step].thread];
        if (now.step != step) {
            finish_up_to(run_.steps[step].before);
            now = {step, 0, std::max(begins_(step), run_.begin(step, ends_))};
        }
        now.time += time_of_work(factors_, step, offset) - time_of_work(factors_, step, now.offset);
        now.offset = offset;
        return now;
    }

    /// All lives in these steps' intervals have their times already, because steps are in trace
    /// order.
    void finish_up_to(StepIndex last) {
        while (last != no_step && finished_ <= last) {
            const StepIndex step = finished_++;
            std::uint64_t end = go_on(step, run_.steps[step].work).time;
            if (counts_sources(run_, step, turns_))
                if (const StepIndex source = latest_.latest_of(step, ends_); source != no_step)
                    end = std::max(end, ends_[source]);
            ends_[step] = end;
        }
    }

    const Run& run_;
    const Begins& begins_;
    const LockTurns turns_;
    const StepFactors* const factors_;
    LatestSources latest_;
    StepIndex finished_ = 0;           ///< steps before this one have ended
    LargeVector<std::uint64_t> ends_;  ///< of these
    std::vector<Moment> now_;          ///< by thread
    LargeVector<std::uint64_t> times_; ///< by life
    LargeVector<std::uint64_t> born_;  ///< by block: when it begins
};

LargeVector<TimedLife> lives_by_time(const Run& run, const Begins& begins, LockTurns turns,
                                     const StepFactors* factors) {
    LargeVector<TimedLife> lives;
    if (run.lives.empty())
        return lives;
    const LifeTimes times(run, begins, turns, factors);
    lives.reserve(run.lives.size());
    for (const std::uint32_t life : LifeTimes::in_trace_order(run))
        lives.push_back({times.time(life), life});
    sort_stably(lives, [](const TimedLife& a, const TimedLife& b) { return a.time < b.time; });
    return lives;
}

} // namespace

LargeVector<TimedLife> timed_lives(const Run& run, const Begins& begins, LockTurns turns) {
    return lives_by_time(run, begins, turns, nullptr);
}

LargeVector<TimedLife> timed_lives(const Run& run, const Replayed& replayed) {
    const auto begin = [&replayed](StepIndex step) { return replayed.begins[step]; };
    return lives_by_time(run, begin, LockTurns::any, replayed.factors);
}

LargeVector<HeapLevel> heap_levels(const Run& run, std::span<const TimedLife> lives) {
    LargeVector<HeapLevel> levels;
    levels.reserve(lives.size());
    follow(run, lives, [&levels](const RunLife&, HeapLevel level) {
        levels.push_back(level);
        return true;
    });
    return levels;
}

HeapLevel heap_peak(const Run& run, std::span<const TimedLife> lives) {
    HeapLevel peak;
    follow(run, lives, [&peak](const RunLife&, HeapLevel level) {
        if (level.bytes > peak.bytes)
            peak = level;
        return true;
    });
    return peak;
}

LargeVector<bool> live_at_peak(const Run& run, std::span<const TimedLife> lives) {
    LargeVector<bool> live(run.blocks.size());
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
