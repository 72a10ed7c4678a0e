// SPDX-License-Identifier: GPL-2.0-or-later
//
// Programs of which one can say beforehand how long they take and how much heap
// they need, and small ones whose best schedule can be searched for.
#include "ilmgen/analysis/memory/any_schedule.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

using namespace ilm;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

std::uint64_t first_come_time(const Run& run, std::uint32_t processors) {
    return replay(run, {processors, LockOrder::first_come}).time;
}

std::uint64_t most_heap(const Run& run) {
    return worst_heap(run, LockTurns::recorded, {1, 1'000'000}).bytes;
}

/// A thread splits in two, down to leaves of so much work, each with a block while it works.  To
/// split and to join costs work, too.
class ForkJoinTree {
public:
    ForkJoinTree(unsigned depth, std::uint64_t leaf, std::uint64_t split, std::uint64_t bytes)
        : leaf_(leaf), split_(split), bytes_(bytes) {
        grow(1, depth);
    }

    const Trace& trace() const { return trace_; }

private:
    void grow(ThreadId thid, unsigned depth) {
        if (depth == 0) {
            trace_.alloc(thid, 0x1000 * thid, bytes_);
            trace_.free(thid, 0x1000 * thid, bytes_).icnt = leaf_;
            return;
        }
        const ThreadId child = ++threads_;
        trace_.fork(thid, child, split_);
        grow(child, depth - 1);
        trace_.exit(child);
        grow(thid, depth - 1);
        trace_.join(thid, child, split_);
    }

    const std::uint64_t leaf_;
    const std::uint64_t split_;
    const std::uint64_t bytes_;
    Trace trace_;
    ThreadId threads_ = 1;
};

/// Work of a thread in a round.
std::uint64_t of_grid(std::uint64_t thread, std::uint64_t round) {
    return 10 + thread * 7 * (round + 3) % 23;
}

/// Rounds with a barrier of all threads between them.
Trace barrier_grid(std::uint64_t threads, std::uint64_t rounds) {
    Trace trace;
    for (ThreadId child = 2; child <= threads; ++child)
        trace.fork(1, child);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
        for (ThreadId thid = 1; thid <= threads; ++thid)
            trace.rel_seq(thid, 9, round, of_grid(thid, round));
        for (ThreadId thid = 1; thid <= threads; ++thid)
            trace.acq_seq(thid, 9, round);
    }
    return trace;
}

/// Maps that leave a block each, then reducers that free their part of them.
Trace map_reduce(std::uint64_t maps, std::uint64_t map_work, std::uint64_t reducers,
                 std::uint64_t reduce_work, std::uint64_t bytes) {
    Trace trace;
    const ThreadId first_reducer = 2 + maps;
    for (ThreadId map = 2; map < first_reducer; ++map)
        trace.fork(1, map);
    for (ThreadId map = 2; map < first_reducer; ++map) {
        trace.alloc(map, 0x1000 * map, bytes);
        trace.exit(map, map_work);
    }
    for (ThreadId map = 2; map < first_reducer; ++map)
        trace.join(1, map);
    for (ThreadId reducer = first_reducer; reducer < first_reducer + reducers; ++reducer)
        trace.fork(1, reducer);
    for (ThreadId map = 2; map < first_reducer; ++map)
        trace.free(first_reducer + map % reducers, 0x1000 * map, bytes);
    for (ThreadId reducer = first_reducer; reducer < first_reducer + reducers; ++reducer)
        trace.exit(reducer, reduce_work);
    for (ThreadId reducer = first_reducer; reducer < first_reducer + reducers; ++reducer)
        trace.join(1, reducer);
    return trace;
}

/// Looks for the shortest schedule.  Where an interval ends, it tries each choice of intervals that
/// can begin, and none, because beginning an interval at another time never helps.
class BestSchedule {
public:
    BestSchedule(const Run& run, std::uint32_t processors)
        : run_(run), free_(processors), begun_(run.steps.size()), worked_(run.steps.size()),
          over_(run.steps.size()) {
        go_on(0);
    }

    std::uint64_t time() const { return best_; }

private:
    /// The end of each running step's work, and the step.
    using Running = std::set<std::pair<std::uint64_t, StepIndex>>;

    /// An event is over when its interval is, and the events that it comes after.
    void settle() {
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            const bool can_begin = !begun_[step] && is_over(run_.steps[step].before);
            if (can_begin && run_.steps[step].work == 0)
                begun_[step] = worked_[step] = true;
            over_[step] = worked_[step] && all_over(run_.sources_of(step));
        }
    }

    bool is_over(StepIndex step) const { return step == no_step || over_[step]; }
    bool all_over(std::span<const StepIndex> steps) const {
        return std::all_of(steps.begin(), steps.end(), [this](StepIndex s) { return over_[s]; });
    }

    void go_on(std::uint64_t now) {
        if (now >= best_)
            return;
        const auto saved = std::tuple(begun_, worked_, over_);
        settle();
        choose(0, now);
        std::tie(begun_, worked_, over_) = saved;
    }

    /// Tries all choices of steps to begin now, from this one on.
    void choose(StepIndex step, std::uint64_t now) {
        if (step == run_.steps.size()) {
            pass_time(now);
            return;
        }
        if (!begun_[step] && free_ > 0 && is_over(run_.steps[step].before)) {
            begun_[step] = true;
            --free_;
            const std::pair ends(now + run_.steps[step].work, step);
            running_.insert(ends);
            choose(step + 1, now);
            running_.erase(ends);
            ++free_;
            begun_[step] = false;
        }
        choose(step + 1, now);
    }

    void pass_time(std::uint64_t now) {
        if (running_.empty()) {
            if (std::all_of(over_.begin(), over_.end(), [](bool over) { return over; }))
                best_ = std::min(best_, now);
            return;
        }
        const std::pair first = *running_.begin();
        const auto [end, step] = first;
        running_.erase(first);
        ++free_;
        worked_[step] = true;
        go_on(end);
        worked_[step] = false;
        --free_;
        running_.insert(first);
    }

    const Run& run_;
    std::uint32_t free_;
    std::vector<bool> begun_;
    std::vector<bool> worked_;
    std::vector<bool> over_;
    Running running_;
    std::uint64_t best_ = std::numeric_limits<std::uint64_t>::max();
};

std::size_t intervals_with_work(const Run& run) {
    return static_cast<std::size_t>(std::count_if(
        run.steps.begin(), run.steps.end(), [](const RunStep& step) { return step.work > 0; }));
}

} // namespace

TEST_CASE("a tree of forks and joins") {
    for (unsigned depth = 1; depth <= 6; ++depth) {
        CAPTURE(depth);
        const std::uint64_t leaves = std::uint64_t{1} << depth;
        const Run run = run_of(ForkJoinTree(depth, 1000, 10, 64).trace());
        CHECK(run.work == leaves * 1000 + (leaves - 1) * 20);
        CHECK(timeline_of(run).span == 1000 + depth * 20);
        CHECK(first_come_time(run, static_cast<std::uint32_t>(leaves)) == 1000 + depth * 20);
        CHECK(first_come_time(run, 1) == run.work);
        CHECK(most_heap(run) == leaves * 64);
    }
}

TEST_CASE("a grid of barriers takes the slowest of each round") {
    for (std::uint64_t threads = 2; threads <= 9; ++threads) {
        CAPTURE(threads);
        constexpr std::uint64_t rounds = 12;
        std::uint64_t span = 0;
        for (std::uint64_t round = 1; round <= rounds; ++round) {
            std::uint64_t slowest = 0;
            for (std::uint64_t thread = 1; thread <= threads; ++thread)
                slowest = std::max(slowest, of_grid(thread, round));
            span += slowest;
        }
        const Run run = run_of(barrier_grid(threads, rounds));
        CHECK(timeline_of(run).span == span);
        CHECK(first_come_time(run, static_cast<std::uint32_t>(threads)) == span);
    }
}

TEST_CASE("map and reduce") {
    const Run run = run_of(map_reduce(12, 300, 4, 70, 1000));
    CHECK(run.work == 12 * 300 + 4 * 70);
    CHECK(timeline_of(run).span == 370);
    CHECK(first_come_time(run, 12) == 370);
    CHECK(first_come_time(run, 4) == 3 * 300 + 70);
    CHECK(first_come_time(run, 3) == 4 * 300 + 2 * 70);
    CHECK(most_heap(run) == 12 * 1000);
}

TEST_CASE("list scheduling against the best of all schedules") {
    std::size_t worse = 0;
    std::size_t runs = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 4 + seed % 9));
        if (intervals_with_work(run) > 9)
            continue;
        ++runs;
        for (const std::uint32_t processors : {2U, 3U}) {
            const std::uint64_t best = BestSchedule(run, processors).time();
            const std::uint64_t time = replay(run, {processors, LockOrder::recorded}).time;
            CHECK(timeline_of(run).span <= best);
            CHECK(best <= time);
            CHECK(time * processors <= (2 * processors - 1) * best); // Graham
            worse += best < time ? 1 : 0;
        }
    }
    CHECK(runs > 400);
    CHECK(worse > 5);
}
