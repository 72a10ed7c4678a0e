// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/intervals/intervals.h"

#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <limits>

using namespace ilm;
using test::ilm_of;
using test::raw;
using test::Trace;

TEST_CASE("instructions and balance gather into the next step") {
    Trace trace;
    trace.info(1, 5);
    trace.alloc(1, 100, 30, 7);
    trace.alloc(1, 200, 20);
    trace.free(1, 100, 30, 1, 1);
    trace.rel(1, 9, 3);
    trace.free(1, 200, 20, 4, 5);
    trace.rel(1, 9);
    const test::Ilm ilm = ilm_of(trace, raw());
    const test::FullStep first = ilm.step(5);
    CHECK(first.icnt == 15);
    CHECK(first.hbal == 20);
    CHECK(first.hmax == 50);
    REQUIRE(first.born.size() == 1);
    CHECK(first.born[0].addr == 200);
    CHECK(first.died.empty());
    const test::FullStep second = ilm.step(7);
    CHECK(second.hbal == -20);
    CHECK(second.hmax == 0);
    REQUIRE(second.died.size() == 1);
    CHECK(second.died[0].written == 5);
}

TEST_CASE("what follows the last sync event is in no step") {
    Trace trace;
    trace.alloc(1, 100, 30);
    CHECK(ilm_of(trace).blocks.empty());
}

TEST_CASE("blocks freed in another order than allocated") {
    Trace trace;
    for (Address addr = 1; addr <= 6; ++addr)
        trace.alloc(1, addr, 1);
    for (const Address addr : std::initializer_list<Address>{1, 6, 3, 5})
        trace.free(1, addr, 1);
    trace.exit(1);
    const test::Ilm ilm = ilm_of(trace, raw());
    const test::FullStep step = ilm.step(11);
    REQUIRE(step.born.size() == 2);
    CHECK(step.born[0].addr == 2);
    CHECK(step.born[1].addr == 4);
    CHECK(step.died.empty());
}

TEST_CASE("a block that another thread frees is in new of the one and in del of the other") {
    Trace trace;
    trace.fork(1, 2);
    trace.alloc(1, 100, 8); // 2
    trace.alloc(1, 200, 8);
    trace.free(2, 100, 8, 3, 0);
    trace.alloc(2, 100, 8); // 5: the address again
    trace.free(1, 200, 8);
    trace.rel(1, 9).usage = test::traffic({{100, 8, 1, 1, 2}});
    trace.rel(2, 9).usage = test::traffic({{100, 8, 2, 2, 0}});
    const test::Ilm ilm = ilm_of(trace, raw());
    const test::FullStep one = ilm.step(7);
    const test::FullStep two = ilm.step(8);
    REQUIRE(one.born.size() == 1);
    CHECK(one.born[0].alloc == 2);
    REQUIRE(one.usage.size() == 1);
    CHECK(one.usage[0].alloc == 2);
    REQUIRE(two.born.size() == 1);
    CHECK(two.born[0].alloc == 5);
    REQUIRE(two.died.size() == 1);
    CHECK(two.died[0].alloc == 2);
    CHECK(two.usage[0].alloc == 5);
}

TEST_CASE("traffic adds up for each block, and two blocks with one address stay two") {
    Trace trace;
    trace.alloc(1, 100, 8); // 1
    trace.fork(1, 2);
    trace.free(2, 100, 8);
    trace.alloc(2, 100, 8); // 4
    trace.rel(1, 9).usage =
        test::traffic({{100, 8, 1, 2, 0}, {100, 8, 10, 20, 1}, {100, 8, 4, 8, 0}});
    const test::Ilm ilm = ilm_of(trace, raw());
    const test::FullStep step = ilm.step(5);
    REQUIRE(step.usage.size() == 2);
    CHECK(step.usage[0].read == 10);
    CHECK(step.usage[1].read == 5);
    CHECK(step.usage[1].written == 10);
}

TEST_CASE("blocks whose allocation the trace does not show") {
    Trace trace;
    trace.free(1, 100, 8, 1, 2);
    trace.rel(1, 9).usage =
        test::traffic({{300, 8, 1, 1, 0}, {300, 8, 1, 1, 0}, {300, 16, 1, 1, 0}});
    const test::Ilm ilm = ilm_of(trace, raw());
    const test::FullStep step = ilm.step(2);
    CHECK(step.hbal == -8);
    CHECK(step.died.size() == 1);
    REQUIRE(step.usage.size() == 2);
    CHECK(step.usage[0].read == 2);
}

TEST_CASE("sums that do not fit are errors at their event") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    Trace trace;
    std::string what;
    SUBCASE("instructions") {
        trace.info(1, most);
        trace.rel(1, 9, 1);
        what = "byte 200, event 2: the sum of instructions overflows 64 bits";
    }
    SUBCASE("balance") {
        trace.alloc(1, 10, most / 2);
        trace.alloc(1, 20, 1);
        what = "byte 200, event 2: the sum of heap bytes overflows 64 bits";
    }
    SUBCASE("a single size") {
        trace.alloc(1, 10, most);
        what = "byte 100, event 1: the sum of heap bytes overflows 64 bits";
    }
    SUBCASE("traffic") {
        trace.rel(1, 9).usage = test::traffic({{10, 1, most, 0, 0}, {10, 1, 1, 0, 0}});
        what = "byte 100, event 1: the sum of bytes read overflows 64 bits";
    }
    std::string said;
    try {
        ilm_of(trace);
    } catch (const Error& error) {
        said = error.sentence();
    }
    CHECK(said == what);
}
