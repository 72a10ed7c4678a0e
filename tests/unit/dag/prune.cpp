// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/prune.h"

#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <limits>

using namespace ilm;
using test::ilm_of;
using test::Trace;

using Ids = std::vector<EventId>;

TEST_CASE("steps without an edge go, the last of a thread stays") {
    Trace trace;
    trace.rel(1, 9, 1);
    trace.fork(1, 2, 2); // 2
    trace.rel(1, 9, 4);
    trace.rel(1, 9, 8); // 4
    trace.acq(2, 9, 1); // 5
    trace.exit(2, 1);
    trace.rel(1, 9, 16);
    trace.rel(1, 9, 32); // 8
    const test::Ilm ilm = ilm_of(trace);
    CHECK(ilm.steps(1) == Ids{4, 8});
    CHECK(ilm.steps(2) == Ids{5, 6});
    CHECK(ilm.step(4).icnt == 15);
    CHECK(ilm.step(8).icnt == 48);
}

TEST_CASE("each DAG block keeps the last step of each thread in it") {
    Trace trace;
    for (int i = 0; i < 7; ++i)
        trace.rel(1, 9, 1);
    Form form;
    form.block_size = 3;
    const test::Ilm ilm = ilm_of(trace, form);
    CHECK(ilm.steps(1) == Ids{3, 6, 7});
    CHECK(ilm.step(6).icnt == 3);
}

TEST_CASE("a fork whose child does nothing in this DAG block goes") {
    Trace trace;
    trace.fork(1, 2);
    trace.rel(1, 9);
    trace.exit(2);
    Form form;
    form.block_size = 2;
    CHECK(ilm_of(trace, form).steps(1) == Ids{2});
    form.cross_block = true;
    CHECK(ilm_of(trace, form).steps(1) == Ids{1, 2});
}

TEST_CASE("the balance adds up, and its peak is seen from the beginning") {
    Trace trace;
    trace.alloc(1, 100, 50);
    trace.free(1, 100, 50);
    trace.alloc(1, 200, 30);
    trace.rel(1, 9); // hbal 30, hmax 50
    SUBCASE("later peak higher") {
        trace.alloc(1, 300, 25);
        trace.rel(1, 9);
        const test::FullStep step = ilm_of(trace).step(6);
        CHECK(step.hbal == 55);
        CHECK(step.hmax == 55);
    }
    SUBCASE("earlier peak higher") {
        trace.alloc(1, 300, 5);
        trace.rel(1, 9);
        const test::FullStep step = ilm_of(trace).step(6);
        CHECK(step.hbal == 35);
        CHECK(step.hmax == 50);
    }
}

TEST_CASE("the peak is never below 0") {
    Trace trace;
    trace.free(1, 100, 50);
    trace.rel(1, 9);
    trace.alloc(1, 300, 25);
    trace.rel(1, 9);
    const test::FullStep step = ilm_of(trace).step(4);
    CHECK(step.hbal == -25);
    CHECK(step.hmax == 0);
}

TEST_CASE("a block born and dead within what is merged vanishes with its traffic") {
    Trace trace;
    trace.alloc(1, 100, 8); // 1
    trace.rel(1, 9).usage = test::traffic({{100, 8, 1, 1, 0}});
    trace.rel(1, 9).usage = test::traffic({{100, 8, 2, 2, 0}});
    trace.free(1, 100, 8, 4, 4);
    trace.alloc(1, 100, 8); // 5: stays, at the same address
    trace.rel(1, 9).usage = test::traffic({{100, 8, 16, 16, 0}});
    const test::FullStep step = ilm_of(trace).step(6);
    REQUIRE(step.born.size() == 1);
    CHECK(step.born[0].alloc == 5);
    CHECK(step.died.empty());
    REQUIRE(step.usage.size() == 1);
    CHECK(step.usage[0].read == 16);
    CHECK(step.hbal == 8);
}

TEST_CASE("traffic on an older block that dies stays apart from that of its end") {
    Trace trace;
    trace.alloc(1, 100, 8);
    trace.fork(1, 2); // 2: kept
    trace.exit(2);
    trace.rel(1, 9).usage = test::traffic({{100, 8, 1, 1, 0}});
    trace.free(1, 100, 8, 4, 4);
    trace.rel(1, 9); // 6
    const test::FullStep step = ilm_of(trace).step(6);
    REQUIRE(step.died.size() == 1);
    CHECK(step.died[0].read == 4);
    REQUIRE(step.usage.size() == 1);
    CHECK(step.usage[0].read == 1);
}

TEST_CASE("a block at the same address that another thread began is another block") {
    Trace trace;
    trace.fork(1, 2); // 1
    trace.rel(2, 8);
    trace.alloc(1, 100, 8); // 3
    trace.rel(1, 9);
    trace.free(2, 100, 8, 1, 0);
    trace.alloc(2, 100, 8); // 6
    trace.free(1, 100, 8, 2, 0);
    trace.rel(1, 9); // 8
    const test::FullStep step = ilm_of(trace).step(8);
    REQUIRE(step.born.size() == 1);
    CHECK(step.born[0].alloc == 3);
    REQUIRE(step.died.size() == 1);
    CHECK(step.died[0].alloc == 6);
}

TEST_CASE("traffic on one block adds up") {
    Trace trace;
    trace.alloc(1, 100, 8);
    trace.fork(1, 2);
    trace.exit(2);
    trace.rel(1, 9).usage = test::traffic({{100, 8, 1, 2, 0}});
    trace.rel(1, 9).usage = test::traffic({{100, 8, 10, 20, 0}, {50, 4, 5, 5, 0}});
    const test::FullStep step = ilm_of(trace).step(5);
    REQUIRE(step.usage.size() == 2);
    CHECK(step.usage[0].addr == 50);
    CHECK(step.usage[1].read == 11);
    CHECK(step.usage[1].written == 22);
}

TEST_CASE("sums that do not fit are errors at the event that is merged") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    Trace trace;
    trace.rel(1, 9, most);
    trace.rel(1, 9, 1);
    CHECK_THROWS_WITH_AS(ilm_of(trace), "the sum of instructions overflows 64 bits", Error);
}
