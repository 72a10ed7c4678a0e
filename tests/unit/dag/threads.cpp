// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/intervals/threads.h"

#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace ilm;

/// The error in the last event of the trace; all others must be right.
std::string error_of(const test::Trace& trace) {
    Threads threads;
    for (std::size_t i = 0; i + 1 < trace.events.size(); ++i)
        threads.check(trace.events[i]);
    try {
        threads.check(trace.events.back());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("threads begin with a fork and end with an exit") {
    test::Trace trace;
    SUBCASE("a life") {
        trace.fork(1, 5);
        trace.info(5);
        trace.exit(5);
        trace.join(1, 5);
        CHECK(error_of(trace) == "");
    }
    SUBCASE("no fork") {
        trace.info(2);
        CHECK(error_of(trace) == "thread 2 was never forked");
    }
    SUBCASE("two forks") {
        trace.fork(1, 2);
        trace.exit(2);
        trace.fork(1, 2);
        CHECK(error_of(trace) == "thread 2 is forked twice");
    }
    SUBCASE("the main thread needs no fork") {
        trace.fork(1, 1);
        CHECK(error_of(trace) == "thread 1 is forked, but it is the main thread");
    }
    SUBCASE("no thread 0") {
        trace.fork(1, 0);
        CHECK(error_of(trace) == "there is no thread 0");
    }
    SUBCASE("join of nobody") {
        trace.join(1, 2);
        CHECK(error_of(trace) == "thread 2 is joined, but was never forked");
    }
    SUBCASE("two joins") {
        trace.fork(1, 2);
        trace.exit(2);
        trace.join(1, 2);
        trace.join(1, 2);
        CHECK(error_of(trace) == "thread 2 is joined twice");
    }
    SUBCASE("each is remembered, in whatever order they end") {
        constexpr ThreadId last = std::numeric_limits<ThreadId>::max();
        const std::initializer_list<ThreadId> children = {2, last, 4, 3, last - 1, 9};
        for (const ThreadId child : children)
            trace.fork(1, child);
        for (const ThreadId child : children)
            trace.exit(child);
        for (const ThreadId child : children)
            if (child != 3)
                trace.join(1, child);
        CHECK(error_of(trace) == "");
        SUBCASE("joined") {
            trace.info(4);
            CHECK(error_of(trace) == "thread 4 has an event after its exit");
        }
        SUBCASE("not joined") {
            trace.join(1, 3);
            CHECK(error_of(trace) == "");
        }
        SUBCASE("the highest") {
            trace.fork(1, last);
            CHECK(error_of(trace) == "thread 18446744073709551615 is forked twice");
        }
        SUBCASE("between them") {
            trace.fork(1, 5);
            CHECK(error_of(trace) == "");
        }
    }
    SUBCASE("after the exit") {
        trace.fork(1, 2);
        trace.exit(2);
        trace.info(2);
        CHECK(error_of(trace) == "thread 2 has an event after its exit");
    }
}
