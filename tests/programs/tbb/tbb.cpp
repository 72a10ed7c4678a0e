// SPDX-License-Identifier: GPL-2.0-or-later
//
// oneTBB: a parallel loop, a group of tasks, a flow graph; equal work in each of
// n_threads threads.
#include <atomic>

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include "mark.h"

namespace {

constexpr int n_threads = 4, n_rounds = 10;
constexpr unsigned long n_steps = 1000000;

// Each thread has one piece of the work: none ends before all have begun.
std::atomic<int> n_begun = 0;

void meet_and_work() {
    const int round = n_begun++ / n_threads;
    while (n_begun < (round + 1) * n_threads)
        usleep(1000);
    work(n_steps);
}

void loop() {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, n_threads, 1),
        [](const tbb::blocked_range<int>&) {
            meet_and_work();
            HPCMP_MARK("looped");
        },
        tbb::simple_partitioner());
    HPCMP_MARK("loop done");
}

void group() {
    tbb::task_group tasks;
    HPCMP_MARK("creates tasks");
    for (int i = 0; i < n_threads; ++i)
        tasks.run([] {
            HPCMP_MARK("task begins");
            meet_and_work();
            HPCMP_MARK("task ends");
        });
    tasks.wait();
    HPCMP_MARK("waited for tasks");
}

// A node, then n_threads that all need it.
void graph() {
    namespace flow = tbb::flow;
    flow::graph g;
    flow::continue_node<flow::continue_msg> first(
        g, [](const flow::continue_msg&) { HPCMP_MARK("first node ends"); });
    std::vector<flow::continue_node<flow::continue_msg>> others(
        n_threads, flow::continue_node<flow::continue_msg>(g, [](const flow::continue_msg&) {
            HPCMP_MARK("node begins");
            meet_and_work();
            HPCMP_MARK("node ends");
        }));
    for (auto& node : others)
        flow::make_edge(first, node);
    first.try_put(flow::continue_msg());
    g.wait_for_all();
    HPCMP_MARK("graph done");
}

} // namespace

int main() {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, n_threads);
    tbb::task_arena arena(n_threads);
    arena.execute([] {
        for (int i = 0; i < n_rounds; ++i) {
            loop();
            group();
            graph();
        }
    });
    MUST(n_begun == 3 * n_rounds * n_threads);
}
