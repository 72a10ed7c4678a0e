// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/order.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::Edges;
using test::ilm_of;
using test::raw;
using test::Trace;

namespace {

/// Events 1 and 2: the main thread forks two children.
Trace three_threads() {
    Trace trace;
    trace.fork(1, 2);
    trace.fork(1, 3);
    return trace;
}

/// The edges that go to the last event of the trace.
Edges edges_to_last(const Trace& trace, const Form& form = raw()) {
    Edges found;
    for (const test::Edge& edge : ilm_of(trace, form).edges())
        if (edge.second == trace.events.back().id)
            found.insert(edge);
    return found;
}

} // namespace

TEST_CASE("forks come before the child's first step, exits before the join") {
    Trace trace;
    trace.fork(1, 2);
    trace.info(2);
    trace.rel(2, 9);
    trace.exit(2);
    trace.join(1, 2);
    CHECK(ilm_of(trace, raw()).edges() == Edges{{1, 3}, {4, 5}});
}

TEST_CASE("base format: the latest release of each other thread") {
    Trace trace = three_threads();
    trace.rel(2, 9); // 3
    trace.rel(2, 9);
    trace.rel(3, 9);
    trace.rel(1, 9);
    trace.rel(1, 8);
    trace.acq(1, 9); // 8
    CHECK(edges_to_last(trace) == Edges{{4, 8}, {5, 8}});
}

TEST_CASE("base format: whatever began at the address meanwhile") {
    Trace trace = three_threads();
    trace.rel(2, 9); // 3
    trace.delsync(1, 9, "sem");
    trace.newsync(1, 9, "sem");
    trace.acq(1, 9); // 6
    CHECK(edges_to_last(trace) == Edges{{3, 6}});
}

TEST_CASE("seq: the releases of that number, and no others") {
    Trace trace = three_threads();
    trace.rel_seq(2, 9, 1); // 3
    trace.rel_seq(3, 9, 1); // 4
    trace.rel_seq(2, 9, 2); // 5
    SUBCASE("one round") {
        trace.acq_seq(1, 9, 1);
        CHECK(edges_to_last(trace) == Edges{{3, 6}, {4, 6}});
    }
    SUBCASE("another") {
        trace.acq_seq(1, 9, 2);
        CHECK(edges_to_last(trace) == Edges{{5, 6}});
    }
    SUBCASE("none") {
        trace.acq_seq(1, 9, 0);
        CHECK(edges_to_last(trace).empty());
    }
    SUBCASE("never released") {
        trace.acq_seq(1, 9, 3);
        CHECK(edges_to_last(trace).empty());
    }
    SUBCASE("the latest of each thread") {
        trace.rel_seq(2, 9, 1);
        trace.acq_seq(1, 9, 1);
        CHECK(edges_to_last(trace) == Edges{{4, 7}, {6, 7}});
    }
    SUBCASE("an acquire without seq sees them all") {
        trace.acq(1, 9);
        CHECK(edges_to_last(trace) == Edges{{4, 6}, {5, 6}});
    }
    SUBCASE("a new object at the address") {
        trace.newsync(1, 9, "sem");
        trace.acq_seq(1, 9, 1);
        CHECK(edges_to_last(trace).empty());
    }
    SUBCASE("an acquire recorded after the object's end") {
        trace.delsync(2, 9, "barrier");
        trace.acq_seq(1, 9, 1);
        CHECK(edges_to_last(trace) == Edges{{3, 7}, {4, 7}});
    }
}

TEST_CASE("readers do not wait for readers") {
    Trace trace = three_threads();
    trace.rel_seq(2, 9, 2).mode = Mode::wr; // 3
    trace.rel_seq(2, 9, 2).mode = Mode::rd; // 4
    trace.rel_seq(3, 9, 2).mode = Mode::rd; // 5
    SUBCASE("reader") {
        trace.acq_seq(1, 9, 2).mode = Mode::rd;
        CHECK(edges_to_last(trace) == Edges{{3, 6}});
    }
    SUBCASE("writer") {
        trace.acq_seq(1, 9, 2).mode = Mode::wr;
        CHECK(edges_to_last(trace) == Edges{{4, 6}, {5, 6}});
    }
    SUBCASE("base format") {
        trace.acq(1, 9).mode = Mode::rd;
        CHECK(edges_to_last(trace) == Edges{{3, 6}});
    }
}

TEST_CASE("relaxed primitives order nothing") {
    Form form = raw();
    form.relaxed = {"mutex", "spin"};
    Trace trace = three_threads();
    SUBCASE("as the acquire says") {
        trace.rel(2, 9).prim = "mutex";
        trace.acq(1, 9).prim = "mutex";
        CHECK(edges_to_last(trace, form).empty());
    }
    SUBCASE("as the object was begun") {
        trace.newsync(1, 9, "spin");
        trace.rel(2, 9);
        trace.acq(1, 9);
        CHECK(edges_to_last(trace, form).empty());
    }
    SUBCASE("in a later DAG block, after the object's end") {
        form.block_size = 1;
        form.cross_block = true;
        trace.newsync(1, 9, "spin");
        trace.rel(2, 9);
        trace.delsync(1, 9, "spin");
        trace.acq(1, 9);
        CHECK(ilm_of(trace, form).crossing() == Edges{{1, 4}});
    }
    SUBCASE("another primitive") {
        trace.newsync(1, 9, "sem");
        trace.rel(2, 9);
        trace.acq(1, 9);
        CHECK(edges_to_last(trace, form) == Edges{{4, 5}});
    }
    SUBCASE("forks and joins stay") {
        trace.exit(2);
        trace.join(1, 2);
        CHECK(edges_to_last(trace, form) == Edges{{3, 4}});
    }
}

TEST_CASE("no edge leaves the DAG block") {
    Form form = raw();
    form.block_size = 2;
    Trace trace;
    trace.fork(1, 2);
    trace.rel(1, 9);
    trace.acq(2, 9);
    trace.rel(2, 9);
    trace.acq(1, 9);
    const test::Ilm ilm = ilm_of(trace, form);
    CHECK(ilm.blocks.size() == 3);
    CHECK(ilm.edges().empty());
}
