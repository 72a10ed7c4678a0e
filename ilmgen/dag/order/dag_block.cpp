// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/dag_block.h"

#include <algorithm>

namespace ilm {

std::uint32_t DagBlock::thread_index(ThreadId thid) {
    if (!steps.empty() && steps.back().thid == thid)
        return thread_indices_.back();
    const auto next = static_cast<std::uint32_t>(threads.size());
    const auto [found, is_new] = thread_index_.try_emplace(thid, next);
    if (is_new)
        threads.push_back({thid});
    return found->second;
}

/// While the block grows, a thread's `end` counts its steps.
Vertex DagBlock::add(const Step& step) {
    const std::uint32_t thread = thread_index(step.thid);
    ++threads[thread].end;
    thread_indices_.push_back(thread);
    steps.push_back(step);
    return static_cast<Vertex>(steps.size() - 1);
}

void DagBlock::seal() {
    dag = Dag(boost::edges_are_unsorted_multi_pass, edges_.begin(), edges_.end(),
              static_cast<Vertex>(steps.size()));
    std::vector<ThreadSteps*> ascending;
    for (ThreadSteps& thread : threads)
        ascending.push_back(&thread);
    std::sort(ascending.begin(), ascending.end(),
              [](const ThreadSteps* a, const ThreadSteps* b) { return a->thid < b->thid; });
    std::size_t next = 0;
    for (ThreadSteps* thread : ascending) {
        thread->begin = next;
        next += std::exchange(thread->end, next);
    }
    by_thread.resize(steps.size());
    for (Vertex vertex = 0; vertex < steps.size(); ++vertex)
        by_thread[threads[thread_indices_[vertex]].end++] = vertex;
    std::sort(threads.begin(), threads.end(),
              [](const ThreadSteps& a, const ThreadSteps& b) { return a.thid < b.thid; });
}

std::span<const CrossingEdge> DagBlock::crossing_to(Vertex vertex) const {
    struct StepOrder {
        bool operator()(const CrossingEdge& edge, Vertex step) const { return edge.after < step; }
        bool operator()(Vertex step, const CrossingEdge& edge) const { return step < edge.after; }
    };
    const auto [begin, end] =
        std::equal_range(crossing.begin(), crossing.end(), vertex, StepOrder());
    return {begin, end};
}

void DagBlock::restart() {
    ++index;
    steps.clear();
    heap.born.clear();
    heap.used.clear();
    crossing.clear();
    dag = Dag();
    threads.clear();
    by_thread.clear();
    edges_.clear();
    thread_indices_.clear();
    thread_index_.clear();
}

} // namespace ilm
