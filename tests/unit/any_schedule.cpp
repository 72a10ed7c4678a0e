// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/any_schedule.h"

#include "ilmgen/analysis/heap_curve.h"
#include "ilmgen/analysis/timeline.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <map>

using namespace ilm;
using test::direct_order;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

/// As many pieces as there are.
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
    /// Of the events from this one on, in trace order.
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

TEST_CASE("the machine with processors enough needs no more than some schedule does") {
    for (unsigned seed = 1000; seed < 1200; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 200));
        const Timeline timeline = timeline_of(run);
        const auto lives =
            timed_lives(run, [&](StepIndex step) { return timeline.begin(run, step); });
        const std::uint64_t worst = worst_heap(run, LockTurns::recorded, smallest_pieces).bytes;
        CHECK(heap_peak(run, lives).bytes <= worst);
        CHECK(worst <= worst_heap(run, LockTurns::any, smallest_pieces).bytes);
    }
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
        CHECK(worst.witness[child] == nowhere);
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
