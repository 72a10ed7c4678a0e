// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/task_graph.h"

#include "ilmgen/analysis/schedule/stretches.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <numeric>

using namespace ilm;
using test::direct_order;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

constexpr std::size_t none = ~std::size_t{0};

std::uint64_t longest_path(const TaskGraph& graph) {
    std::vector<std::uint64_t> ends;
    for (TaskIndex task = 0; task < graph.tasks.size(); ++task) {
        std::uint64_t begin = 0;
        for (const TaskIndex parent : graph.parents_of(task))
            begin = std::max(begin, ends[parent]);
        ends.push_back(begin + graph.tasks[task].work);
    }
    return *std::max_element(ends.begin(), ends.end());
}

std::uint64_t sum_of_work(const TaskGraph& graph) {
    return std::accumulate(graph.tasks.begin(), graph.tasks.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Task& task) { return sum + task.work; });
}

std::size_t edges(const TaskGraph& graph) {
    std::size_t count = 0;
    for (const Task& task : graph.tasks)
        count += task.n_parents;
    return count;
}

/// For each of `count` nodes: all nodes that it comes after, computed from those that it directly
/// follows.
using Sets = std::vector<std::vector<bool>>;
template <class DirectlyAfter>
Sets all_before(std::size_t count, DirectlyAfter directly_after) {
    Sets before(count, std::vector<bool>(count));
    for (std::size_t i = 0; i < count; ++i)
        for (const std::size_t j : directly_after(i)) {
            before[i][j] = true;
            for (std::size_t k = 0; k < j; ++k)
                before[i][k] = before[i][k] || before[j][k];
        }
    return before;
}

Sets before_tasks(const TaskGraph& graph) {
    return all_before(graph.tasks.size(),
                      [&](std::size_t i) { return graph.parents_of(static_cast<TaskIndex>(i)); });
}

/// Where tasks begin and end, as indices of events of the trace.
class Ends {
public:
    Ends(const Trace& trace, const Run& run, const TaskGraph& graph) {
        std::map<ThreadId, std::size_t> last;
        for (std::size_t i = 0; i < trace.events.size(); ++i)
            if (trace.events[i].kind == Kind::fork)
                last.try_emplace(trace.events[i].other, i);
        for (const Task& task : graph.tasks) {
            begins.push_back(none);
            ends.push_back(none);
            if (task.thread == no_thread)
                continue;
            const ThreadId thread = run.threads[task.thread].id;
            if (const auto found = last.find(thread); found != last.end())
                begins.back() = found->second;
            if (const EventId id = run.steps[task.end].id; id != 0)
                last[thread] = ends.back() = id - 1;
        }
    }

    std::vector<std::size_t> begins; ///< the event before it; none: the run's beginning
    std::vector<std::size_t> ends;   ///< the event at its end; none: there is none
};

/// Whether tasks come after each other as the trace format's words have it.
void check_order(const Trace& trace) {
    const Run run = run_of(trace);
    const TaskGraph graph = task_graph(run);
    const Ends at(trace, run, graph);
    const auto order = direct_order(trace);
    const Sets events = all_before(order.size(), [&](std::size_t i) { return order[i]; });
    const Sets tasks = before_tasks(graph);
    for (std::size_t i = 0; i < graph.tasks.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (graph.tasks[i].thread == no_thread || graph.tasks[j].thread == no_thread)
                continue;
            CAPTURE(i);
            CAPTURE(j);
            const bool expected = at.begins[i] != none && at.ends[j] != none &&
                                  (at.begins[i] == at.ends[j] || events[at.begins[i]][at.ends[j]]);
            CHECK(tasks[i][j] == expected);
        }
}

void check_sums(const Trace& trace) {
    const Run run = run_of(trace);
    const TaskGraph graph = task_graph(run);
    CHECK(longest_path(graph) == timeline_of(run).span);
    CHECK(sum_of_work(graph) == run.work);
    std::int64_t heap = 0;
    for (TaskIndex task = 0; task < graph.tasks.size(); ++task) {
        heap += graph.tasks[task].heap_change;
        CHECK(graph.tasks[task].heap_growth >=
              std::max<std::int64_t>(0, graph.tasks[task].heap_change));
        const auto parents = graph.parents_of(task);
        CHECK(std::is_sorted(parents.begin(), parents.end()));
        CHECK(std::adjacent_find(parents.begin(), parents.end()) == parents.end());
        CHECK((parents.empty() || parents.back() < task));
    }
    std::int64_t left = 0;
    for (const RunLife& life : run.lives)
        left += (life.begins ? 1 : -1) * static_cast<std::int64_t>(run.blocks[life.block].size);
    CHECK(heap == left);
}

/// Threads that meet so often, each with work of its own.
Trace meetings(ThreadId threads, std::uint64_t rounds) {
    Trace trace;
    for (ThreadId child = 2; child <= threads; ++child)
        trace.fork(1, child, 5);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
        for (ThreadId thread = 1; thread <= threads; ++thread)
            trace.rel_seq(thread, 9, round, thread * round % 7);
        for (ThreadId thread = 1; thread <= threads; ++thread)
            trace.acq_seq(thread, 9, round);
    }
    for (ThreadId child = 2; child <= threads; ++child) {
        trace.exit(child, child);
        trace.join(1, child);
    }
    return trace;
}

} // namespace

TEST_CASE("the longest path of tasks is the span and their sum the work") {
    for (unsigned seed = 0; seed < test::inputs(300); ++seed) {
        CAPTURE(seed);
        check_sums(random_working_trace(seed, 200));
    }
}

TEST_CASE("tasks come after each other as events do, by a search") {
    for (unsigned seed = 0; seed < test::inputs(300); ++seed) {
        CAPTURE(seed);
        check_order(random_working_trace(seed, 20 + seed % 60));
    }
}

TEST_CASE("what an acquire waits for does not hold up the work before it") {
    Trace trace;
    trace.fork(1, 2, 1);
    trace.rel_seq(2, 9, 1, 100);
    trace.acq_seq(1, 9, 1, 30);
    trace.info(1, 7);
    const TaskGraph graph = task_graph(run_of(trace));
    REQUIRE(graph.tasks.size() == 4);
    const auto parents = [&](TaskIndex task) {
        const auto list = graph.parents_of(task);
        return std::vector<TaskIndex>(list.begin(), list.end());
    };
    CHECK(parents(0).empty());
    CHECK(parents(1) == std::vector<TaskIndex>{0});    // the child's, 100
    CHECK(parents(2) == std::vector<TaskIndex>{0});    // 30
    CHECK(parents(3) == std::vector<TaskIndex>{1, 2}); // 7
    CHECK(longest_path(graph) == 108);
}

TEST_CASE("a task's heap is as high as it gets, and what is left of it") {
    Trace trace;
    trace.alloc(1, 0x1000, 10);
    trace.alloc(1, 0x2000, 30);
    trace.free(1, 0x1000, 10);
    trace.rel(1, 9); // nobody comes after it
    trace.alloc(1, 0x3000, 5);
    trace.fork(1, 2);
    trace.free(2, 0x2000, 30);
    trace.exit(2);
    const TaskGraph graph = task_graph(run_of(trace));
    REQUIRE(graph.tasks.size() == 2);
    CHECK(graph.tasks[0].heap_growth == 40);
    CHECK(graph.tasks[0].heap_change == 35);
    CHECK(graph.tasks[1].heap_growth == 0);
    CHECK(graph.tasks[1].heap_change == -30);
}

TEST_CASE("threads that meet have edges as their number, not its square") {
    check_order(meetings(5, 4));
    check_sums(meetings(5, 4));
    constexpr std::size_t threads = 64;
    constexpr std::size_t rounds = 10;
    const Trace trace = meetings(threads, rounds);
    check_sums(trace);
    CHECK(edges(task_graph(run_of(trace))) < 5 * threads * (rounds + 1));
}

TEST_CASE("an empty run is one task without work") {
    const TaskGraph graph = task_graph(Run());
    REQUIRE(graph.tasks.size() == 1);
    CHECK(graph.tasks[0].work == 0);
    CHECK(graph.tasks[0].thread == no_thread);
}

TEST_CASE("a stretch of the heap that no machine has") {
    HeapStretch stretch;
    stretch.add(1);
    stretch.add(INT64_MAX);
    CHECK(stretch.highest == INT64_MAX);
    stretch.add(-INT64_MAX);
    CHECK(stretch.balance == 0);
}
