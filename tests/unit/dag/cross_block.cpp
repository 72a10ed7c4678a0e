// SPDX-License-Identifier: GPL-2.0-or-later
//
// The order between DAG blocks, and how much of it is remembered.
#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::crossing;
using test::Edges;
using test::ilm_of;
using test::Trace;

using Ids = std::vector<EventId>;

TEST_CASE("forks, exits and releases of earlier DAG blocks") {
    Trace trace;
    trace.fork(1, 2); // block 0
    trace.rel(1, 9);
    trace.rel(2, 8); // block 1
    trace.acq(2, 9);
    trace.exit(2); // block 2
    trace.rel(1, 7);
    trace.join(1, 2); // block 3
    const test::Ilm ilm = ilm_of(trace, crossing(2));
    CHECK(ilm.edges().empty());
    CHECK(ilm.crossing() == Edges{{1, 3}, {2, 4}, {5, 7}});
    REQUIRE(ilm.step(7).before.size() == 1);
    CHECK(ilm.step(7).before[0].block == 2);
    CHECK(ilm.step(7).before[0].thid == 2);
}

TEST_CASE("what all threads know already need not be kept") {
    Trace trace;
    for (int i = 0; i < 6; ++i)
        trace.rel_seq(1, 9, 1);
    CHECK(ilm_of(trace, crossing(3)).steps(1) == Ids{3, 6});
}

TEST_CASE("a release that a later block may need is kept") {
    Trace trace;
    trace.fork(1, 2);
    trace.rel(2, 8); // 2
    trace.rel(2, 9); // 3: nobody has taken it yet
    trace.rel(2, 8);
    trace.rel(1, 7);
    trace.acq(1, 9); // 6
    const test::Ilm ilm = ilm_of(trace, crossing(4));
    CHECK(ilm.steps(2) == Ids{2, 3, 4});
    CHECK(ilm.crossing() == Edges{{3, 6}});
}

TEST_CASE("a lock's rounds are forgotten but for the newest, and who asks for others is counted") {
    Trace trace;
    trace.fork(1, 2);
    trace.newsync(1, 9, "mutex");
    for (std::uint64_t unlock = 1; unlock <= 500; ++unlock)
        trace.rel_seq(2, 9, unlock);
    trace.acq_seq(1, 9, 500);
    const EventId newest = trace.events.back().id;
    trace.acq_seq(1, 9, 1);
    const test::Ilm ilm = ilm_of(trace, crossing(1));
    CHECK(ilm.crossing().contains({newest - 1, newest}));
    CHECK(ilm.lost == 1);
}

namespace {

/// A mutex that thread 2 of three locks and unlocks 500 times; the last 64 are remembered.
Trace busy_mutex() {
    Trace trace;
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.newsync(1, 9, "mutex");
    for (std::uint64_t unlock = 1; unlock <= 500; ++unlock)
        trace.rel_seq(2, 9, unlock);
    return trace;
}

std::uint64_t lost(const Trace& trace) {
    return ilm_of(trace, crossing(1)).lost;
}

} // namespace

TEST_CASE("every acquire of a round that was forgotten is counted") {
    Trace trace = busy_mutex();
    SUBCASE("the newest of them") {
        trace.acq_seq(1, 9, 436);
        CHECK(lost(trace) == 1);
    }
    SUBCASE("the oldest, by each thread") {
        trace.acq_seq(1, 9, 1);
        trace.acq_seq(3, 9, 1);
        CHECK(lost(trace) == 2);
    }
    SUBCASE("after the object's end") {
        trace.delsync(2, 9, "mutex");
        trace.acq_seq(1, 9, 500);
        trace.acq_seq(3, 9, 1);
        CHECK(lost(trace) == 1);
    }
}

TEST_CASE("an acquire that needs no forgotten round is not counted") {
    Trace trace = busy_mutex();
    SUBCASE("the oldest that is remembered") {
        trace.acq_seq(1, 9, 437);
        CHECK(lost(trace) == 0);
    }
    SUBCASE("a round that never was") {
        trace.acq_seq(1, 9, 501);
        CHECK(lost(trace) == 0);
    }
    SUBCASE("a round that everyone knows") {
        for (const ThreadId child : std::initializer_list<ThreadId>{2, 3}) {
            trace.exit(child);
            trace.join(1, child);
        }
        trace.rel_seq(1, 9, 501);
        trace.acq_seq(1, 9, 501);
        trace.acq_seq(1, 9, 1);
        CHECK(lost(trace) == 0);
    }
    SUBCASE("a new object at the address") {
        trace.newsync(1, 9, "mutex");
        trace.acq_seq(1, 9, 1);
        CHECK(lost(trace) == 0);
    }
}

TEST_CASE("an epoch of a lock whose rounds settle again and again is never too old") {
    Trace trace;
    trace.newsync(1, 9, "rwlock");
    for (int i = 0; i < 200; ++i) // known to all: there is one thread
        trace.rel_seq(1, 9, 7).mode = Mode::rd;
    trace.fork(1, 2);
    trace.rel_seq(2, 9, 7).mode = Mode::rd;
    const EventId newest = trace.events.back().id;
    trace.rel(2, 8);
    trace.acq_seq(1, 9, 7).mode = Mode::wr;
    const test::Ilm ilm = ilm_of(trace, crossing(1));
    CHECK(ilm.crossing().contains({newest, trace.events.back().id}));
    CHECK(ilm.lost == 0);
}

TEST_CASE("a semaphore's tokens wait until they are taken") {
    Trace trace;
    trace.fork(1, 2);
    trace.newsync(1, 9, "sem");
    for (std::uint64_t post = 1; post <= 3000; ++post)
        trace.rel_seq(2, 9, post);
    trace.acq_seq(1, 9, 1);
    const test::Ilm ilm = ilm_of(trace, crossing(10));
    CHECK(ilm.crossing().contains({3, trace.events.back().id}));
    CHECK(ilm.lost == 0);
}

TEST_CASE("a barrier's last round is left long after") {
    Trace trace;
    trace.fork(1, 2);
    trace.fork(1, 3);
    for (std::uint64_t round = 1; round <= 100; ++round) {
        trace.rel_seq(2, 9, round).prim = "barrier";
        trace.rel_seq(3, 9, round).prim = "barrier";
        trace.acq_seq(2, 9, round).prim = "barrier";
    }
    const EventId arrival = trace.events.size() - 2;
    trace.acq_seq(3, 9, 100).prim = "barrier";
    const test::Ilm ilm = ilm_of(trace, crossing(7));
    Edges all = ilm.edges();
    all.merge(ilm.crossing());
    CHECK(all.contains({arrival, trace.events.back().id}));
    CHECK(ilm.lost == 0);
}

TEST_CASE("threads that come and go one after the other") {
    Trace trace;
    for (ThreadId child = 2; child < 600; ++child) {
        trace.fork(1, child);
        trace.acq(child, 9);
        trace.rel(child, 9);
        trace.exit(child);
        trace.join(1, child);
    }
    const test::Ilm ilm = ilm_of(trace, crossing(3));
    Edges expected;
    for (EventId fork = 1; fork < trace.events.size(); fork += 5) {
        expected.emplace(fork, fork + 1);
        expected.emplace(fork + 3, fork + 4);
    }
    Edges all = ilm.edges();
    all.merge(ilm.crossing());
    CHECK(all == expected);
}
