// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/any_schedule.h"

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <map>
#include <vector>

using namespace ilm;
using test::direct_order;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

/// With these limits there are as many pieces as possible.
constexpr PieceSize smallest_pieces{1, 1'000'000};

/// Goes through all sets of events that contain what their events come after.
class AllMoments {
public:
    explicit AllMoments(const Trace& trace) : trace_(trace), order_(direct_order(trace)) {
        happened_.resize(trace.events.size());
        for (const Event& event : trace.events)
            if (event.kind == Kind::alloc)
                sizes_[event.block.addr] = event.block.size;
        decide(0, 0);
    }

    std::int64_t most_bytes() const { return most_; }

private:
    /// Leaves out, and lets happen, each of the events from this one on, in trace order.
    void decide(std::size_t event, std::int64_t bytes) {
        if (event == trace_.events.size()) {
            most_ = std::max(most_, bytes);
            return;
        }
        decide(event + 1, bytes);
        for (const std::size_t before : order_[event])
            if (!happened_[before])
                return;
        happened_[event] = true;
        decide(event + 1, bytes + change(trace_.events[event]));
        happened_[event] = false;
    }

    static std::int64_t change(const Event& event) {
        const auto size = static_cast<std::int64_t>(event.block.size);
        return event.kind == Kind::alloc ? size : event.kind == Kind::free ? -size : 0;
    }

    const Trace& trace_;
    std::vector<std::vector<std::size_t>> order_;
    std::vector<bool> happened_;
    std::map<Address, std::uint64_t> sizes_;
    std::int64_t most_ = 0;
};

} // namespace

TEST_CASE("the most heap of any schedule, against all moments of random orders") {
    for (unsigned seed = 0; seed < 400; ++seed) {
        CAPTURE(seed);
        const Trace trace = random_working_trace(seed, 3 + seed % 10);
        const Run run = run_of(trace);
        const WorstHeap worst = worst_heap(run, LockTurns::recorded, smallest_pieces);
        CHECK(worst.known);
        CHECK(static_cast<std::int64_t>(worst.bytes) == AllMoments(trace).most_bytes());
    }
}

TEST_CASE("no machine needs more than some schedule does, also where blocks are handed over") {
    std::size_t handed_over = 0;
    for (unsigned seed = 1000; seed < 2000; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, seed % 2 == 0 ? 200 : 40));
        const Timeline timeline = timeline_of(run);
        const auto begins = [&](StepIndex step) { return timeline.begin(run, step); };
        const auto lives = timed_lives(run, begins, LockTurns::recorded);
        const std::uint64_t worst = worst_heap(run, LockTurns::recorded, smallest_pieces).bytes;
        const std::uint64_t of_any = worst_heap(run, LockTurns::any, smallest_pieces).bytes;
        CHECK(heap_peak(run, lives).bytes <= worst);
        CHECK(worst <= of_any);
        for (const TimedLife& timed_life : lives) {
            const RunLife& life = run.lives[timed_life.life];
            handed_over += timed_life.time > begins(life.step) + life.offset ? 1 : 0;
        }
        for (const std::uint32_t processors : {1U, 2U}) {
            const Replayed replayed = replay(run, {processors, LockOrder::first_come});
            const auto on_cores = [&](StepIndex step) { return replayed.begins[step]; };
            CHECK(heap_peak(run, timed_lives(run, on_cores, LockTurns::any)).bytes <= of_any);
        }
    }
    CHECK(handed_over > 100);
}

TEST_CASE("a thread that frees another one's block waits until it is allocated") {
    // Thread 2 would free at 30 what thread 1 allocates at 100.  Thread 3 joins in after thread 2.
    Trace trace;
    trace.newsync(1, 9, "sem");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.alloc(1, 0x1000, 64, 100);
    trace.info(2, 30);
    trace.free(2, 0x1000, 64);
    trace.alloc(2, 0x2000, 8, 10);
    trace.rel_seq(2, 9, 1, 5);
    trace.acq_seq(3, 9, 1, 50);
    trace.alloc(3, 0x3000, 16, 1);
    trace.exit(3);
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    const auto lives = timed_lives(
        run, [&](StepIndex step) { return timeline.begin(run, step); }, LockTurns::recorded);
    std::vector<std::uint64_t> times;
    for (const TimedLife& life : lives)
        times.push_back(life.time);
    CHECK(times == std::vector<std::uint64_t>{100, 100, 110, 116});
    CHECK(heap_peak(run, lives).bytes == 64);
    CHECK(heap_peak(run, lives).time == 100);
    CHECK(worst_heap(run, LockTurns::recorded, smallest_pieces).bytes == 64);
}

TEST_CASE("siblings may all have their blocks at once") {
    Trace trace;
    for (ThreadId child = 2; child <= 5; ++child)
        trace.fork(1, child);
    for (ThreadId child = 2; child <= 5; ++child) {
        trace.alloc(child, 0x1000 * child, 10);
        trace.free(child, 0x1000 * child, 10);
        trace.exit(child);
    }
    const WorstHeap worst = worst_heap(run_of(trace), LockTurns::recorded, smallest_pieces);
    CHECK(worst.bytes == 40);
    REQUIRE(worst.witness.size() == 5);
    CHECK(worst.witness[0] == 3); // all four are forked
    for (ThreadIndex child = 1; child < 5; ++child)
        CHECK(worst.witness[child] == no_step);
}

TEST_CASE("one after the other under a lock, but not in other turns") {
    Trace trace;
    trace.newsync(1, 9, "mutex");
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    for (ThreadId child = 2; child <= 4; ++child) {
        trace.acq_seq(child, 9, child - 2);
        trace.alloc(child, 0x1000 * child, 10);
        trace.free(child, 0x1000 * child, 10);
        trace.rel_seq(child, 9, child - 1);
    }
    const Run run = run_of(trace);
    CHECK(worst_heap(run, LockTurns::recorded, smallest_pieces).bytes == 10);
    CHECK(worst_heap(run, LockTurns::any, smallest_pieces).bytes == 30);
}

TEST_CASE("an order with too many events in one piece is not looked at") {
    Trace trace;
    for (ThreadId child = 2; child <= 3; ++child)
        trace.fork(1, child);
    for (ThreadId child = 2; child <= 3; ++child)
        trace.exit(child);
    for (ThreadId child = 2; child <= 3; ++child)
        trace.join(1, child);
    const WorstHeap worst = worst_heap(run_of(trace), LockTurns::recorded, {1, 2});
    CHECK(!worst.known);
    CHECK(worst.largest_piece == 4); // all but the first fork and the last join
}

TEST_CASE("blocks that no machine has are not summed up") {
    Trace trace;
    trace.alloc(1, 0x1000, INT64_MAX);
    trace.fork(1, 2);
    trace.alloc(1, 0x2000, 64);
    CHECK(!worst_heap(run_of(trace), LockTurns::recorded).known);
    Trace possible;
    possible.alloc(1, 0x1000, std::uint64_t{1} << 58);
    possible.fork(1, 2);
    possible.alloc(1, 0x2000, 64);
    CHECK(worst_heap(run_of(possible), LockTurns::recorded).bytes == (std::uint64_t{1} << 58) + 64);
}

TEST_CASE("pieces do not change what is needed at most") {
    std::size_t runs_with_pieces = 0;
    for (unsigned seed = 2000; seed < 2300; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 100));
        for (const LockTurns turns : {LockTurns::recorded, LockTurns::any}) {
            const WorstHeap whole = worst_heap(run, turns, {1'000'000, 1'000'000});
            const WorstHeap pieces = worst_heap(run, turns, smallest_pieces);
            CHECK(pieces.bytes == whole.bytes);
            runs_with_pieces += pieces.largest_piece < whole.largest_piece ? 1 : 0;
        }
    }
    CHECK(runs_with_pieces > 100);
}
