// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/balance.h"

#include "ilmgen/analysis/waiting/waits.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ilm;
using test::run_of;
using test::Trace;

namespace {

/// Threads 1 to 4 with works of 100, 200, 300, 400 in each round of a barrier.
Trace barrier_grid(std::uint64_t rounds) {
    Trace trace;
    trace.newsync(1, 9, "barrier");
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
        for (ThreadId thid = 1; thid <= 4; ++thid)
            trace.rel_seq(thid, 9, round, 100 * thid);
        for (ThreadId thid = 1; thid <= 4; ++thid)
            trace.acq_seq(thid, 9, round);
    }
    return trace;
}

std::uint64_t number(const Cell& cell) {
    return std::get<std::uint64_t>(cell);
}
double real(const Cell& cell) {
    return std::get<double>(cell);
}

} // namespace

TEST_CASE("rounds of a barrier, and the factors that follow") {
    const Run run = run_of(barrier_grid(5));
    const Balance balance(run, timeline_of(run));
    const Table table = balance.tables()[0];
    REQUIRE(table.rows.size() == 1);
    const auto& row = table.rows[0];
    CHECK(number(row[0]) == 5 * (300 + 200 + 100));
    CHECK(number(row[1]) == 5);
    CHECK(real(row[2]) == 4);
    CHECK(real(row[3]) == 250);
    CHECK(real(row[4]) == 400);
    CHECK(real(row[5]) == doctest::Approx(1.6));
    CHECK(number(row[6]) == 5);
    CHECK(std::get<std::string>(row[7]) == "thread 4");
    const PopFactors pop = balance.pop();
    CHECK(pop.load_balance == doctest::Approx(250.0 / 400));
    CHECK(pop.serialisation == doctest::Approx(1));
    CHECK(pop.parallel_efficiency == doctest::Approx(250.0 / 400));
}

TEST_CASE("rounds of teams of different sizes") {
    // 10 and 10 in a round of two, then 1, 1, 1 and 5 in a round of four.
    Trace trace;
    trace.newsync(1, 9, "barrier");
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    for (ThreadId thid = 1; thid <= 2; ++thid)
        trace.rel_seq(thid, 9, 1, 10);
    for (ThreadId thid = 1; thid <= 2; ++thid)
        trace.acq_seq(thid, 9, 1);
    for (ThreadId thid = 1; thid <= 4; ++thid)
        trace.rel_seq(thid, 9, 2, thid == 4 ? 5 : 1);
    for (ThreadId thid = 1; thid <= 4; ++thid)
        trace.acq_seq(thid, 9, 2);
    const Run run = run_of(trace);
    const Table table = Balance(run, timeline_of(run)).tables()[0];
    REQUIRE(table.rows.size() == 1);
    const auto& row = table.rows[0];
    CHECK(real(row[2]) == 3);
    CHECK(real(row[3]) == doctest::Approx((10 + 2) / 2.0));
    CHECK(real(row[4]) == doctest::Approx((10 + 5) / 2.0));
    CHECK(real(row[5]) == doctest::Approx(15.0 / 12));
}

TEST_CASE("efficiency factors are those that POP has published") {
    // Load balance: mean over largest work.  Serialisation: largest work over the run's time on a
    // machine without overhead.  Parallel efficiency: mean work over that time.
    for (unsigned seed = 1; seed <= 50; ++seed) {
        const Run run = run_of(test::random_working_trace(seed, 60));
        const Timeline timeline = timeline_of(run);
        std::uint64_t sum = 0;
        std::uint64_t most = 0;
        for (const RunThread& thread : run.threads) {
            sum += thread.work;
            most = std::max(most, thread.work);
        }
        const double mean = static_cast<double>(sum) / static_cast<double>(run.threads.size());
        const PopFactors pop = Balance(run, timeline).pop();
        CHECK(pop.load_balance == doctest::Approx(mean / static_cast<double>(most)));
        CHECK(pop.serialisation ==
              doctest::Approx(static_cast<double>(most) / static_cast<double>(timeline.span)));
        CHECK(pop.parallel_efficiency ==
              doctest::Approx(mean / static_cast<double>(timeline.span)));
        CHECK(pop.serialisation <= 1);
    }
}

TEST_CASE("who waits for a barrier, and who is the cause") {
    const Run run = run_of(barrier_grid(5));
    const Timeline timeline = timeline_of(run);
    const Waits waits(run, timeline);
    REQUIRE(waits.objects().size() == 1);
    const ObjectWaits& barrier = waits.objects()[0];
    CHECK(barrier.taken == 20);
    CHECK(barrier.contended == 15);
    CHECK(barrier.waited == 5 * (300 + 200 + 100));
    CHECK(barrier.longest_wait == 300);
    CHECK(barrier.by_thread.at(0) == 1500);
    CHECK(!barrier.by_thread.contains(3));
    const Table causes = waits.tables()[2];
    REQUIRE(causes.rows.size() == 1);
    CHECK(std::get<std::string>(causes.rows[0][3]) == "thread 4");
}

TEST_CASE("an OpenMP region from its beginning to its end in each thread") {
    Trace trace;
    trace.newsync(1, 9, "parallel");
    trace.fork(1, 2);
    for (std::uint64_t n = 1; n <= 3; ++n) {
        trace.rel_seq(1, 9, 2 * n - 1, 1000); // serial work before is none of the region's
        trace.acq_seq(2, 9, 2 * n - 1);
        trace.rel_seq(2, 9, 2 * n, 300);
        trace.acq_seq(1, 9, 2 * n, 100);
    }
    // The main thread's own end is no event; what it waits for is the others'.
    const Run run = run_of(trace);
    const Balance balance(run, timeline_of(run));
    const Table table = balance.tables()[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(number(table.rows[0][1]) == 3);
    CHECK(real(table.rows[0][3]) == 200);
    CHECK(real(table.rows[0][4]) == 300);
}

TEST_CASE("tasks at the end of an OpenMP region count for the threads that execute them") {
    // Each of four threads ends the region, and ends it again after each task that it executes.
    Trace trace;
    trace.newsync(1, 9, "parallel");
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    trace.rel_seq(1, 9, 1);
    for (ThreadId thid = 2; thid <= 4; ++thid)
        trace.acq_seq(thid, 9, 1);
    for (ThreadId thid = 1; thid <= 4; ++thid)
        trace.rel_seq(thid, 9, 2, 5 - thid);
    for (int task = 0; task < 2; ++task)
        for (ThreadId thid = 1; thid <= 4; ++thid)
            trace.rel_seq(thid, 9, 2, 100 * thid);
    trace.acq_seq(1, 9, 2);
    const Run run = run_of(trace);
    const Table table = Balance(run, timeline_of(run)).tables()[0];
    REQUIRE(table.rows.size() == 1);
    const auto& row = table.rows[0];
    CHECK(number(row[1]) == 1);
    CHECK(real(row[3]) == doctest::Approx((2 * 1000 + 4 + 3 + 2 + 1) / 4.0));
    CHECK(real(row[4]) == 801);
    CHECK(std::get<std::string>(row[7]) == "thread 4");
}

TEST_CASE("an OpenMP region inside of the same region") {
    // Thread 1 executes the inner region, of which thread 2 is, within the outer one with thread 3.
    Trace trace;
    trace.newsync(1, 9, "parallel");
    for (ThreadId child = 2; child <= 3; ++child)
        trace.fork(1, child);
    trace.rel_seq(1, 9, 1);
    trace.acq_seq(3, 9, 1);
    trace.rel_seq(1, 9, 3, 10);
    trace.acq_seq(2, 9, 3);
    trace.rel_seq(2, 9, 4, 30);
    trace.acq_seq(1, 9, 4, 20);
    trace.rel_seq(3, 9, 2, 100);
    trace.acq_seq(1, 9, 2, 10);
    const Run run = run_of(trace);
    const Table table = Balance(run, timeline_of(run)).tables()[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(number(table.rows[0][0]) == (100 - 40) + (30 - 20));
    CHECK(number(table.rows[0][1]) == 2);
    CHECK(real(table.rows[0][3]) == doctest::Approx((70 + 25) / 2.0));
}

TEST_CASE("a wait for the end of an OpenMP region is that region's") {
    // Threads 2 and 3 wait where region 9 begins.  Until region 8 ends, their wait is region 8's.
    // Then thread 1 works 1,000 alone, and their wait is region 9's.
    for (const std::uint64_t of_main : {300U, 50U}) {
        CAPTURE(of_main);
        Trace trace;
        trace.newsync(1, 8, "parallel");
        trace.newsync(1, 9, "parallel");
        for (ThreadId child = 2; child <= 3; ++child)
            trace.fork(1, child);
        trace.rel_seq(1, 8, 1);
        for (ThreadId thid = 2; thid <= 3; ++thid)
            trace.acq_seq(thid, 8, 1);
        trace.rel_seq(2, 8, 2, 100);
        trace.rel_seq(3, 8, 2, 200);
        trace.rel_seq(1, 8, 2, of_main);
        trace.acq_seq(1, 8, 2);
        trace.rel_seq(1, 9, 1, 1000);
        for (ThreadId thid = 2; thid <= 3; ++thid)
            trace.acq_seq(thid, 9, 1);
        const Run run = run_of(trace);
        const Timeline timeline = timeline_of(run);
        const Waits waits(run, timeline);
        const std::uint64_t end = std::max<std::uint64_t>(of_main, 200);
        REQUIRE(waits.objects().size() == 2);
        const ObjectWaits& next = waits.objects()[0];
        CHECK(next.waited == 2 * 1000);
        CHECK(next.longest_wait == 1000);
        CHECK(next.contended == 2);
        const ObjectWaits& ended = waits.objects()[1];
        CHECK(ended.waited == 3 * end - 100 - 200 - of_main);
        CHECK(ended.taken == (of_main > 200 ? 5 : 4));
        CHECK(ended.contended == 2);
        CHECK(ended.longest_wait == end - std::min<std::uint64_t>(of_main, 100));
        const Table causes = waits.tables()[2];
        CHECK(causes.rows.size() == (of_main > 200 ? 1 : 2)); // thread 1; thread 1, thread 3
    }
}

TEST_CASE("a series of joins is a round") {
    Trace trace;
    for (int wave = 0; wave < 2; ++wave) {
        const auto first = static_cast<ThreadId>(2 + 2 * wave);
        trace.fork(1, first);
        trace.fork(1, first + 1);
        trace.exit(first, 10);
        trace.exit(first + 1, 30);
        trace.join(1, first);
        trace.join(1, first + 1);
    }
    const Run run = run_of(trace);
    const Table table = Balance(run, timeline_of(run)).tables()[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(number(table.rows[0][0]) == 40);
    CHECK(number(table.rows[0][1]) == 2);
}

TEST_CASE("a series of joins of threads without work is even") {
    Trace trace;
    for (ThreadId child = 2; child <= 3; ++child)
        trace.fork(1, child);
    for (ThreadId child = 2; child <= 3; ++child) {
        trace.exit(child);
        trace.join(1, child);
    }
    const Run run = run_of(trace);
    const Table table = Balance(run, timeline_of(run)).tables()[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(real(table.rows[0][5]) == 1);
}

TEST_CASE("a lock's holds and waits") {
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.fork(1, 2);
    trace.acq_seq(1, 9, 0, 10);
    trace.rel_seq(1, 9, 1, 100);
    trace.acq_seq(2, 9, 1, 30);
    trace.rel_seq(2, 9, 2, 40);
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    const Waits waits(run, timeline);
    REQUIRE(waits.objects().size() == 1);
    CHECK(waits.objects()[0].held == 140);
    CHECK(waits.objects()[0].longest_hold == 100);
    CHECK(waits.objects()[0].waited == 80);
    CHECK(waits.objects()[0].contended == 1);
}
