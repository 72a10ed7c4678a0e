// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/replay.h"

#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace ilm;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

constexpr std::uint32_t enough = 1000; // processors

/// The key `speedup_at_most` of each machine.
std::vector<double> bounds(const Cores& cores) {
    const Table table = cores.tables()[0];
    std::vector<double> bounds;
    for (const auto& row : table.rows)
        bounds.push_back(std::get<double>(row[3]));
    return bounds;
}

std::uint64_t time_on(const Run& run, std::uint32_t processors,
                      LockOrder locks = LockOrder::first_come, const Change& change = {}) {
    return replay(run, {processors, locks}, change).time;
}

/// Children that each do so much, one fork after the other, and all are joined.
Trace fork_join(std::uint64_t children, std::uint64_t work) {
    Trace trace;
    for (ThreadId child = 2; child < 2 + children; ++child)
        trace.fork(1, child);
    for (ThreadId child = 2; child < 2 + children; ++child)
        trace.exit(child, work);
    for (ThreadId child = 2; child < 2 + children; ++child)
        trace.join(1, child);
    return trace;
}

/// Threads that go through a lock again and again: `outside` of it, then `inside`.
Trace convoy(ThreadId threads, std::uint64_t rounds, std::uint64_t outside, std::uint64_t inside) {
    Trace trace;
    trace.newsync(1, 9, "mutex");
    for (ThreadId thid = 2; thid < 2 + threads; ++thid)
        trace.fork(1, thid);
    std::uint64_t unlocks = 0;
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (ThreadId thid = 2; thid < 2 + threads; ++thid) {
            trace.acq_seq(thid, 9, unlocks, outside);
            trace.rel_seq(thid, 9, ++unlocks, inside);
        }
    return trace;
}

/// Stages that hand items on, the n-th by the n-th post of a semaphore.
Trace pipeline(ThreadId stages, std::uint64_t items, std::uint64_t work) {
    Trace trace;
    for (ThreadId stage = 1; stage < stages; ++stage)
        trace.fork(1, stage + 1);
    for (std::uint64_t item = 1; item <= items; ++item)
        for (ThreadId stage = 1; stage <= stages; ++stage) {
            if (stage > 1)
                trace.acq_seq(stage, 100 + stage, item);
            trace.rel_seq(stage, 101 + stage, item, work);
        }
    return trace;
}

} // namespace

TEST_CASE("with processors enough, in the recorded order, the time is the span") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 300));
        CHECK(time_on(run, enough, LockOrder::recorded) == timeline_of(run).span);
    }
}

TEST_CASE("bounds of list scheduling") {
    for (unsigned seed = 200; seed < 300; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 300));
        const std::uint64_t span = timeline_of(run).span;
        CHECK(time_on(run, 1) == run.work);
        for (std::uint32_t processors = 1; processors <= 5; ++processors) {
            const Replayed result = replay(run, {processors, LockOrder::recorded});
            CHECK(result.time >= span);
            CHECK(result.time * processors >= run.work);
            CHECK(result.time <= run.work);
            CHECK(result.time <= run.work / processors + span + 1); // Graham
            CHECK(std::accumulate(result.working.begin(), result.working.end(), std::uint64_t{0}) ==
                  run.work);
        }
    }
}

TEST_CASE("fork and join") {
    const Run run = run_of(fork_join(6, 100));
    CHECK(time_on(run, 1) == 600);
    CHECK(time_on(run, 2) == 300);
    CHECK(time_on(run, 4) == 200);
    CHECK(time_on(run, 6) == 100);
    CHECK(time_on(run, 7) == 100);
}

TEST_CASE("a pipeline fills and then has one item in a stage's time") {
    const Run run = run_of(pipeline(3, 10, 50));
    CHECK(time_on(run, 3) == (10 + 3 - 1) * 50);
    CHECK(time_on(run, 1) == 3 * 10 * 50);
}

TEST_CASE("a convoy takes as long as the lock is held, and half of it if that is split") {
    const Run run = run_of(convoy(4, 10, 0, 100));
    CHECK(time_on(run, 4) == 4000);
    CHECK(time_on(run, 4, LockOrder::first_come, {{}, {}, boost::dynamic_bitset<>(1, 1)}) == 2000);
    CHECK(time_on(run, 4, LockOrder::first_come, {{}, boost::dynamic_bitset<>(1, 1), {}}) == 1000);
}

TEST_CASE("a relaxed lock holds nobody up in a replay") {
    Trace named_at_its_use;
    named_at_its_use.fork(1, 2);
    for (ThreadId thid = 1; thid <= 2; ++thid) {
        named_at_its_use.acq(thid, 9).prim = "mutex";
        named_at_its_use.rel(thid, 9, 100).prim = "mutex";
    }
    for (const Trace& trace : {convoy(4, 10, 0, 100), named_at_its_use}) {
        const Run run = run_of(trace, {"mutex"});
        for (const LockOrder locks :
             {LockOrder::first_come, LockOrder::last_come, LockOrder::recorded})
            CHECK(time_on(run, 4, locks) == timeline_of(run).span);
        CHECK(time_on(run_of(trace, {"spin"}), 4) > timeline_of(run).span);
    }
}

TEST_CASE("locks go to who comes first, whoever had them in the trace") {
    // Thread 2 had the lock first, though it comes to it much later than thread 3.
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.acq_seq(2, 9, 0, 1000);
    trace.rel_seq(2, 9, 1, 10);
    trace.acq_seq(3, 9, 1, 1);
    trace.rel_seq(3, 9, 2, 10);
    trace.exit(3, 2000);
    const Run run = run_of(trace);
    CHECK(time_on(run, 2, LockOrder::recorded) == 1010 + 10 + 2000);
    CHECK(time_on(run, 2) == 1 + 10 + 2000);
}

TEST_CASE("no order of the locks exceeds the bound of the speed") {
    // As recorded, thread 3 waits for thread 2. The order of the locks that is best is not the one
    // that was recorded.
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.acq_seq(2, 9, 0, 1000);
    trace.rel_seq(2, 9, 1, 10);
    trace.acq_seq(3, 9, 1, 1000);
    trace.rel_seq(3, 9, 2, 10);
    trace.exit(3, 500);
    const Run run = run_of(trace);
    const std::vector<double> found = bounds(Cores(run, silently));
    // Thread 3 may have the lock first: 1510 is the chain without locks.
    CHECK(found == std::vector<double>{1, 2520.0 / 1510, 2520.0 / 1510, 2520.0 / 1510});
    for (unsigned seed = 500; seed < 600; ++seed) {
        CAPTURE(seed);
        const Run random = run_of(random_working_trace(seed, 300));
        const Cores cores(random, silently);
        const std::vector<double> most = bounds(cores);
        for (std::size_t i = 0; i < most.size(); ++i) {
            const MachineRun& machine = cores.machines()[i];
            CHECK(static_cast<double>(random.work) <=
                  most[i] * static_cast<double>(machine.shortest) * (1 + 1e-12));
        }
    }
}

TEST_CASE("replays that Cores leaves out give the same times as those that it makes") {
    unsigned without_locks = 0;
    for (unsigned seed = 700; seed < 900; ++seed) {
        CAPTURE(seed);
        Trace trace = random_working_trace(seed, 200);
        if (seed % 2 == 0) // semaphores in place of locks, so all orders of locks are the same
            for (Event& event : trace.events)
                if (event.prim != "barrier")
                    event.prim = "sem";
        const Run run = run_of(trace);
        without_locks += has_locks(run) ? 0 : 1;
        const Cores cores(run, silently);
        for (const MachineRun& machine : cores.machines()) {
            const auto time = [&](LockOrder order) {
                return replay(run, {machine.processors, order}).time;
            };
            const auto [shortest, longest] =
                std::minmax({time(LockOrder::first_come), time(LockOrder::last_come),
                             time(LockOrder::recorded)});
            CHECK(machine.replayed.time == time(LockOrder::first_come));
            CHECK(machine.shortest == shortest);
            CHECK(machine.longest == longest);
        }
    }
    CHECK(without_locks >= 100);
}

TEST_CASE("readers hold a lock together, a writer alone") {
    Trace trace;
    trace.newsync(1, 9, "rwlock");
    for (ThreadId thid = 2; thid <= 4; ++thid)
        trace.fork(1, thid);
    for (ThreadId thid = 2; thid <= 4; ++thid) {
        const Mode mode = thid == 4 ? Mode::wr : Mode::rd;
        trace.acq_seq(thid, 9, 1).mode = mode;
        trace.rel_seq(thid, 9, thid == 4 ? 2 : 1, 100).mode = mode;
    }
    CHECK(time_on(run_of(trace), 3) == 200);
}

TEST_CASE("a reader/writer lock lets in those first that its kind prefers") {
    // Thread 2 writes until 100.  Thread 3 asks at 10 to read, thread 4 at 20 to write, thread 5
    // at 210 to read; each holds the lock for 100.
    const auto ends = [](RwlockKind kind) {
        Trace trace;
        trace.newsync(1, 9, "rwlock").rwlock_kind = kind;
        for (ThreadId thid = 2; thid <= 5; ++thid)
            trace.fork(1, thid);
        const auto holds = [&](ThreadId thid, std::uint64_t asks, Mode mode) {
            trace.acq_seq(thid, 9, 0, asks).mode = mode;
            trace.rel_seq(thid, 9, 1, 100).mode = mode;
        };
        holds(2, 0, Mode::wr);
        holds(3, 10, Mode::rd);
        holds(4, 20, Mode::wr);
        holds(5, 210, Mode::rd);
        return replay(run_of(trace), {4, LockOrder::first_come}).ends;
    };
    // Main, and threads 2 to 5.
    using Ends = std::vector<std::uint64_t>;
    CHECK(ends(RwlockKind::readers_first) == Ends{0, 100, 200, 300, 400});
    CHECK(ends(RwlockKind::writer_after_writer) == Ends{0, 100, 300, 200, 310});
    CHECK(ends(RwlockKind::writers_first) == Ends{0, 100, 300, 200, 310});
}

TEST_CASE("a reader passes a writer that waits, unless writers go first") {
    // Thread 2 reads until 100.  Thread 3 asks at 10 to write, thread 4 at 20 to read.
    const auto ends = [](RwlockKind kind) {
        Trace trace;
        trace.newsync(1, 9, "rwlock").rwlock_kind = kind;
        for (ThreadId thid = 2; thid <= 4; ++thid)
            trace.fork(1, thid);
        for (ThreadId thid = 2; thid <= 4; ++thid) {
            const Mode mode = thid == 3 ? Mode::wr : Mode::rd;
            trace.acq_seq(thid, 9, 0, 10 * (thid - 2)).mode = mode;
            trace.rel_seq(thid, 9, 1, 100).mode = mode;
        }
        return replay(run_of(trace), {3, LockOrder::first_come}).ends;
    };
    using Ends = std::vector<std::uint64_t>;
    CHECK(ends(RwlockKind::readers_first) == Ends{0, 100, 220, 120});
    CHECK(ends(RwlockKind::writer_after_writer) == Ends{0, 100, 220, 120});
    CHECK(ends(RwlockKind::writers_first) == Ends{0, 100, 200, 300});
}

TEST_CASE("threads that would wait for each other keep the recorded order of their lock") {
    // Thread 3 takes the lock only after thread 2 has had it, which no event says; it holds it
    // while it waits for thread 2.
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.newsync(1, 8, "sem");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.acq_seq(2, 9, 0, 100);
    trace.rel_seq(2, 9, 1, 10);
    trace.rel_seq(2, 8, 1, 10);
    trace.acq_seq(3, 9, 1);
    trace.acq_seq(3, 8, 1);
    trace.rel_seq(3, 9, 2, 10);
    const Replayed result = replay(run_of(trace), {2, LockOrder::first_come});
    CHECK(result.kept == 1);
    CHECK(result.time == 130);
}

TEST_CASE("a block at the address of another one ends that") {
    Trace trace;
    trace.alloc(1, 0x1000, 10);
    trace.alloc(1, 0x1000, 20);
    trace.rel(1, 9);
    const Run run = run_of(trace);
    const Cores cores(run, silently);
    CHECK(cores.machines()[0].heap_peak == 20);
}

TEST_CASE("machines go up to the threads there are at once, and one beyond") {
    const auto processors = [](const Run& run) {
        std::vector<std::uint32_t> numbers;
        const Cores cores(run, silently);
        for (const MachineRun& machine : cores.machines())
            numbers.push_back(machine.processors);
        return numbers;
    };
    CHECK(processors(run_of(fork_join(4, 10))) == std::vector<std::uint32_t>{1, 2, 4, 8, 16});
    Trace one_by_one;
    for (ThreadId child = 2; child < 10; ++child) {
        one_by_one.fork(1, child);
        one_by_one.exit(child, 10);
        one_by_one.join(1, child);
    }
    CHECK(processors(run_of(one_by_one)) == std::vector<std::uint32_t>{1, 2, 4});
}

TEST_CASE("who leaves a barrier together shares the sources, but not with who publishes again") {
    Trace trace;
    trace.newsync(1, 9, "barrier");
    for (ThreadId thid = 2; thid <= 4; ++thid)
        trace.fork(1, thid);
    for (ThreadId thid = 1; thid <= 4; ++thid)
        trace.rel_seq(thid, 9, 1, 10 * thid);
    for (ThreadId thid = 1; thid <= 3; ++thid)
        trace.acq_seq(thid, 9, 1);
    trace.rel_seq(3, 9, 1, 100); // after a task
    trace.acq_seq(4, 9, 1);
    const Run run = run_of(trace);
    CHECK(run.sources.size() == 4 + 4);
    CHECK(timeline_of(run).span == 140);
    CHECK(timeline_of(run).ends.back() == 140);
    CHECK(time_on(run, enough, LockOrder::recorded) == 140);
}

TEST_CASE("a run without events") {
    const Run run = run_of({});
    CHECK(time_on(run, 2) == 0);
    CHECK(timeline_of(run).last == no_step);
}

namespace {

/// The same cost in each sample.
Distribution always(double ns) {
    return {ns, ns, ns};
}

/// A sleeper runs after 30, or after 60 if it has slept for 100; its waker pays 10.  A thread
/// begins after 20, and its creator pays 5.
MachineCosts small_costs() {
    MachineCosts costs;
    costs.other = {{0, always(30), always(10)}, {100, always(60), always(10)}};
    costs.same = {{0, always(12), always(4)}};
    costs.line = always(3);
    costs.begin = always(20);
    costs.create = always(5);
    costs.instruction = 1;
    return costs;
}

std::uint64_t time_with(const MachineCosts& costs, const Run& run, std::uint32_t processors) {
    const HandOvers hand_overs(run, costs, 1);
    return replay(run, {processors, LockOrder::first_come, false, &hand_overs}).time;
}

} // namespace

TEST_CASE("a thread begins late, and who joins it runs late") {
    const Run run = run_of(fork_join(1, 100));
    // The creator waits from 5 on, and the child works from 20 to 120.  After 115 asleep, the
    // creator's last event has happened; what it runs after is beyond the end.
    CHECK(time_with(small_costs(), run, 2) == 120);
    Trace goes_on = fork_join(1, 100);
    goes_on.exit(1, 7);
    CHECK(time_with(small_costs(), run_of(goes_on), 2) == 120 + 60 + 7);
    // On one processor the child begins at 20, because nobody else needs the processor.  At 120 the
    // creator waits for it, and changing to the creator costs 8.
    CHECK(time_with(small_costs(), run_of(goes_on), 1) == 120 + 8 + 7);
}

TEST_CASE("costs grow in a straight line between two rows, and not beyond") {
    const HandOvers hand_overs(run_of(fork_join(1, 1)), small_costs(), 1);
    CHECK(hand_overs.run(0) == 30);
    CHECK(hand_overs.run(50) == 45);
    CHECK(hand_overs.run(100) == 60);
    CHECK(hand_overs.run(1'000'000) == 60);
    const HandOvers in_half(run_of(fork_join(1, 1)), small_costs(), 2);
    CHECK(in_half.run(25) == 23); // 50 ns asleep, 45 ns, 22.5 units
    CHECK(hand_overs.change() == 12 - 4);
}

TEST_CASE("a mutex goes to who runs, before the sleeper who was woken for it") {
    // Thread 2 holds it from 20 to 120.  Thread 3 begins at 25, sleeps until 120 and would run 59
    // later, because it has slept for 95.  Thread 2 pays 10 for the call, works 10 and is back at
    // 140: it holds the mutex until 240.  Thread 3 tries in vain at 179, sleeps for 61, and runs 48
    // after 240.
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.acq_seq(2, 9, 0, 0);
    trace.rel_seq(2, 9, 1, 100);
    trace.acq_seq(3, 9, 1, 0);
    trace.rel_seq(3, 9, 2, 100);
    trace.acq_seq(2, 9, 2, 10);
    trace.rel_seq(2, 9, 3, 100);
    const Run run = run_of(trace);
    MachineCosts costs = small_costs();
    costs.line = always(0);
    CHECK(time_with(costs, run, 3) == 240 + 48 + 100);
}

TEST_CASE("who spins goes on after a cache line, and nobody pays") {
    Trace trace;
    trace.fork(1, 2);
    trace.rel_seq(1, 9, 1, 100).prim = "atomic";
    trace.exit(1, 40);
    trace.acq_seq(2, 9, 1, 0).prim = "atomic";
    trace.exit(2, 50);
    // Thread 1 pays 5 for thread 2, and stores at 105; thread 2 works from 108 on.
    CHECK(time_with(small_costs(), run_of(trace), 2) == 158);
}

TEST_CASE("costs that are all zero change no time") {
    const MachineCosts nothing{{{}}, {{}}, {}, {}, {}, 1, {}};
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, 300));
        for (std::uint32_t processors = 1; processors <= 4; ++processors)
            CHECK(time_with(nothing, run, processors) == time_on(run, processors));
    }
}
