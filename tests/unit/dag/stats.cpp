// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/stats.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::figures_of;
using test::Trace;

namespace {

/// Four equal threads in a loop around a barrier; Valgrind's way: the last to arrive runs on into
/// its next round, then the others leave one after the other, each up to its next arrival.
Trace barrier_loop(std::uint64_t rounds, bool with_seq) {
    constexpr std::uint64_t work = 1000;
    Trace trace;
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    const auto arrive = [&](ThreadId thid, std::uint64_t round) {
        with_seq ? trace.rel_seq(thid, 9, round, work) : trace.rel(thid, 9, work);
    };
    const auto leave = [&](ThreadId thid, std::uint64_t round) {
        with_seq ? trace.acq_seq(thid, 9, round, 1) : trace.acq(thid, 9, 1);
    };
    ThreadId order[] = {1, 2, 3, 4};
    for (const ThreadId thid : order)
        arrive(thid, 1);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
        std::swap(order[0], order[3]); // the last to arrive is the first to leave
        for (const ThreadId thid : order) {
            leave(thid, round);
            arrive(thid, round + 1);
        }
    }
    return trace;
}

} // namespace

TEST_CASE("one thread: work is span, all of it") {
    Trace trace;
    trace.info(1, 5);
    trace.rel(1, 9, 10);
    trace.info(1, 7);
    const Figures figures = figures_of(trace);
    CHECK(figures.work == 22);
    CHECK(figures.span == 22);
    CHECK(figures.events == 3);
    CHECK(figures.sync_events == 1);
    CHECK(figures.dag_blocks == 1);
}

TEST_CASE("a trace without events") {
    const Figures figures = figures_of({});
    CHECK(figures.threads == 0);
    CHECK(average_parallelism(figures.work, figures.span) == 0);
}

TEST_CASE("what comes before a join does not wait for the child") {
    Trace trace;
    trace.fork(1, 2, 10);
    trace.exit(2, 100);
    trace.join(1, 2, 100);
    trace.exit(1, 10);
    const Figures figures = figures_of(trace);
    CHECK(figures.work == 220);
    CHECK(figures.span == 120);
}

TEST_CASE("a child begins at its fork, whether or not it ever synchronises") {
    Trace trace;
    trace.info(1, 10);
    trace.fork(1, 2, 10);
    trace.exit(1, 5);
    trace.info(2, 50);
    trace.info(2, 50);
    CHECK(figures_of(trace).span == 120);
}

TEST_CASE("a chain through a semaphore, over DAG blocks of any size") {
    Trace trace;
    trace.fork(1, 2);
    trace.newsync(1, 9, "sem");
    trace.rel_seq(1, 9, 1, 30);
    trace.rel_seq(1, 9, 2, 40);
    trace.acq_seq(2, 9, 1, 5);
    trace.exit(2, 60);
    for (const std::uint64_t size : std::initializer_list<std::uint64_t>{1, 2, 4096})
        CHECK(figures_of(trace, {}, size).span == 90);
}

TEST_CASE("the order of locks can be left out") {
    Trace trace;
    trace.fork(1, 2);
    trace.newsync(1, 9, "mutex");
    trace.newsync(1, 8, "sem");
    trace.rel(1, 9, 100);
    trace.acq(2, 9);
    trace.rel(2, 8, 100);
    trace.acq(1, 8);
    trace.exit(1, 100);
    const Figures figures = figures_of(trace);
    CHECK(figures.span == 300);
    CHECK(figures.span_without_locks == 200);
    CHECK(figures_of(trace, {"mutex"}).span == 200);
    CHECK(figures_of(trace, {"sem"}).span == 200);
    CHECK(figures_of(trace, {"sem"}).span_without_locks == 200);
}

TEST_CASE("a loop around a barrier") {
    const Figures with = figures_of(barrier_loop(200, true));
    CHECK(average_parallelism(with.work, with.span) > 3.8);
    const Figures small_blocks = figures_of(barrier_loop(200, true), {}, 3);
    CHECK(small_blocks.span == with.span);
    const Figures without = figures_of(barrier_loop(200, false));
    CHECK(average_parallelism(without.work, without.span) < 1.02);
}

TEST_CASE("the heap's peak, and the event that reached it first") {
    Trace trace;
    trace.alloc(1, 100, 10);
    trace.alloc(1, 200, 20); // 30
    trace.free(1, 100, 10, 1, 2);
    trace.alloc(1, 300, 10); // 30 again
    trace.free(1, 500, 99);  // of unknown origin
    const Figures figures = figures_of(trace);
    CHECK(figures.peak_heap == 30);
    CHECK(figures.peak_event == 2);
}

TEST_CASE("totals of each thread") {
    Trace trace;
    trace.fork(1, 2, 3);
    trace.alloc(2, 100, 10, 4);
    trace.rel(2, 9, 5).usage = test::traffic({{100, 10, 6, 7, 0}});
    trace.free(2, 100, 10, 1, 2);
    trace.exit(2);
    trace.join(1, 2, 8).wait = 11;
    const Figures figures = figures_of(trace);
    CHECK(figures.threads == 2);
    const ThreadTotals& main = figures.totals.at(1);
    CHECK(main.icnt == 11);
    CHECK(main.wait == 11);
    CHECK(main.sync_events == 2);
    const ThreadTotals& child = figures.totals.at(2);
    CHECK(child.allocs == 1);
    CHECK(child.frees == 1);
    CHECK(child.allocated == 10);
    CHECK(child.freed == 10);
    CHECK(child.read == 7);
    CHECK(child.written == 9);
}
