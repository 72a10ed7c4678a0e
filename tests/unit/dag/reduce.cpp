// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/reduce.h"

#include "tests/unit/support.h"

#include <boost/graph/transitive_closure.hpp>
#include <boost/graph/transitive_reduction.hpp>
#include <doctest/doctest.h>

using namespace ilm;
using test::Edges;
using test::ilm_of;
using test::raw;
using test::Trace;

namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/// A graph whose vertices are event ids.  Its edges include program order.
Graph graph_of(const Trace& trace, const Edges& edges) {
    Graph graph(trace.events.size() + 1);
    std::map<ThreadId, EventId> last;
    for (const Event& event : trace.events) {
        if (const auto before = last.find(event.thid); before != last.end())
            boost::add_edge(before->second, event.id, graph);
        last[event.thid] = event.id;
    }
    for (const auto& [from, to] : edges)
        boost::add_edge(from, to, graph);
    return graph;
}

/// The edges between threads.
Edges edges_of(const Trace& trace, const Graph& graph) {
    Edges found;
    for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
        const EventId from = boost::source(edge, graph);
        const EventId to = boost::target(edge, graph);
        if (trace.events[from - 1].thid != trace.events[to - 1].thid)
            found.emplace(from, to);
    }
    return found;
}

Edges reduced_by_boost(const Trace& trace, const Edges& edges) {
    const Graph graph = graph_of(trace, edges);
    Graph reduced;
    std::vector<Graph::vertex_descriptor> new_vertex(boost::num_vertices(graph));
    std::vector<std::size_t> index(boost::num_vertices(graph));
    for (std::size_t i = 0; i < index.size(); ++i)
        index[i] = i;
    boost::transitive_reduction(graph, reduced, new_vertex.data(), index.data());
    // Boost numbers the vertices anew.
    std::vector<EventId> old_vertex(index.size());
    for (std::size_t i = 0; i < index.size(); ++i)
        old_vertex[new_vertex[i]] = i;
    Graph same(index.size());
    for (const auto edge : boost::make_iterator_range(boost::edges(reduced)))
        boost::add_edge(old_vertex[boost::source(edge, reduced)],
                        old_vertex[boost::target(edge, reduced)], same);
    return edges_of(trace, same);
}

Edges closure_of(const Trace& trace, const Edges& edges) {
    Graph closure;
    boost::transitive_closure(graph_of(trace, edges), closure);
    return edges_of(trace, closure);
}

Form reduced_only() {
    Form form;
    form.prune = false;
    return form;
}

} // namespace

TEST_CASE("an edge that program order implies goes") {
    Trace trace;
    trace.fork(1, 2); // 1
    trace.rel(1, 9);  // 2
    trace.acq(2, 9);  // 3
    CHECK(ilm_of(trace, raw()).edges() == Edges{{1, 3}, {2, 3}});
    CHECK(ilm_of(trace, reduced_only()).edges() == Edges{{2, 3}});
}

TEST_CASE("an edge that is the only way stays, and of two ways the longer") {
    Trace trace;
    trace.fork(1, 2);
    trace.fork(1, 3); // 2
    trace.rel(1, 9);  // 3
    trace.acq(2, 9);  // 4
    trace.rel(2, 9);  // 5
    trace.acq(3, 9);  // 6: after 2, 3, 5
    CHECK(ilm_of(trace, reduced_only()).edges() == Edges{{3, 4}, {5, 6}});
}

TEST_CASE("a way of any length implies an edge") {
    constexpr EventId length = 500;
    Trace trace;
    trace.fork(1, 2); // 1
    trace.fork(1, 3); // 2
    trace.acq(2, 8);  // 3
    trace.acq(3, 8);  // 4
    trace.rel(2, 7);  // 5: published on 7, taken at the end
    for (EventId step = 0; step < length; ++step) {
        trace.rel(2 + step % 2, 1000 + step);
        trace.acq(3 - step % 2, 1000 + step);
    }
    const ThreadId end = trace.events.back().thid == 2 ? 2 : 3;
    trace.rel(end, 6);
    trace.acq(1, 6);
    trace.acq(1, 7);
    const EventId last = trace.events.back().id;
    CHECK(ilm_of(trace, raw()).edges().contains({5, last}));
    CHECK_FALSE(ilm_of(trace, reduced_only()).edges().contains({5, last}));
}

TEST_CASE("Boost's transitive reduction and closure agree") {
    for (unsigned seed = 0; seed < test::inputs(150); ++seed) {
        CAPTURE(seed);
        const Trace trace = test::random_trace(seed, 20 + seed);
        const Edges all = ilm_of(trace, raw()).edges();
        const Edges reduced = ilm_of(trace, reduced_only()).edges();
        CHECK(reduced == reduced_by_boost(trace, all));
        CHECK(closure_of(trace, reduced) == closure_of(trace, all));
    }
}

TEST_CASE("across DAG blocks of any size Boost agrees too") {
    for (unsigned seed = 0; seed < test::inputs(150); ++seed) {
        CAPTURE(seed);
        const Trace trace = test::random_trace(seed, 20 + seed);
        const Edges expected = reduced_by_boost(trace, ilm_of(trace, raw()).edges());
        for (const std::uint64_t size : std::initializer_list<std::uint64_t>{1, 2, 5, 16}) {
            Form form = test::crossing(size);
            for (const bool prune : {false, true}) {
                form.prune = prune;
                const test::Ilm ilm = ilm_of(trace, form);
                Edges all = ilm.edges();
                all.merge(ilm.crossing());
                CHECK(all == expected);
                CHECK(ilm.lost == 0);
            }
        }
    }
}

TEST_CASE("rounds that all know are forgotten inside a DAG block, and none that matters") {
    constexpr std::uint64_t rounds = 20000;
    Trace trace;
    trace.fork(1, 2); // 1
    trace.fork(1, 3); // 2
    trace.rel_seq(2, 8, 1);
    Edges expected{{1, 3}};
    bool waiting = false;
    SUBCASE("all threads take part") {}
    SUBCASE("one has not begun yet") {
        waiting = true;
        trace.fork(2, 4); // 4
    }
    trace.rel_seq(1, 9, 1);
    for (std::uint64_t round = 1; round <= rounds; ++round)
        for (const ThreadId thid : std::initializer_list<ThreadId>{3, 1}) {
            trace.acq_seq(thid, 9, 2 * round - thid / 3);
            trace.rel_seq(thid, 9, 2 * round + 1 - thid / 3);
            expected.emplace(trace.events.size() - 2, trace.events.size() - 1);
        }
    trace.acq_seq(3, 8, 1);
    expected.emplace(3, trace.events.size());
    trace.acq_seq(3, 9, 2); // which it knows, whether or not it is forgotten
    if (waiting) {
        trace.acq_seq(4, 9, 2);
        expected.emplace(4, trace.events.size());
        expected.emplace(7, trace.events.size());
    }
    Form form = reduced_only();
    form.block_size = trace.events.size();
    const test::Ilm ilm = ilm_of(trace, form);
    CHECK(ilm.blocks.size() == 1);
    CHECK(ilm.edges() == expected);
    CHECK(ilm.lost == 0);
}

TEST_CASE("a thread's first step that joins or acquires") {
    Trace trace;
    trace.fork(1, 2); // 1
    trace.fork(1, 3);
    trace.exit(2);   // 3
    trace.rel(1, 9); // 4: before the fork that follows
    trace.fork(1, 4);
    trace.fork(1, 5); // 6
    trace.rel(1, 8);  // 7: after it
    SUBCASE("what the fork knows goes") {
        trace.acq(5, 9); // 8
        CHECK(ilm_of(trace, reduced_only()).edges() == Edges{{1, 3}, {6, 8}});
        CHECK(ilm_of(trace, raw()).edges() == Edges{{1, 3}, {4, 8}, {6, 8}});
    }
    SUBCASE("the fork goes if what is taken knows it") {
        trace.acq(5, 8); // 8
        CHECK(ilm_of(trace, reduced_only()).edges() == Edges{{1, 3}, {7, 8}});
        CHECK(ilm_of(trace, raw()).edges() == Edges{{1, 3}, {6, 8}, {7, 8}});
    }
    SUBCASE("exit and fork") {
        trace.join(4, 2); // 8
        CHECK(ilm_of(trace, reduced_only()).edges() == Edges{{1, 3}, {3, 8}, {5, 8}});
    }
}
