// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/balance.h"

#include "ilmgen/analysis/waits.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

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
    const Table table = balance.section().tables[0];
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
    const Table table = Balance(run, timeline_of(run)).section().tables[0];
    REQUIRE(table.rows.size() == 1);
    const auto& row = table.rows[0];
    CHECK(real(row[2]) == 3);
    CHECK(real(row[3]) == doctest::Approx((10 + 2) / 2.0));
    CHECK(real(row[4]) == doctest::Approx((10 + 5) / 2.0));
    CHECK(real(row[5]) == doctest::Approx(15.0 / 12));
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
    const Table causes = waits.section().tables[2];
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
    const Table table = balance.section().tables[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(number(table.rows[0][1]) == 3);
    CHECK(real(table.rows[0][3]) == 200);
    CHECK(real(table.rows[0][4]) == 300);
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
    const Table table = Balance(run, timeline_of(run)).section().tables[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(number(table.rows[0][0]) == 40);
    CHECK(number(table.rows[0][1]) == 2);
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
