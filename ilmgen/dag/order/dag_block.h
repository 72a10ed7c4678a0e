// SPDX-License-Identifier: GPL-2.0-or-later
//
// Consecutive steps of the trace, and the order among them.
//
// While it grows, a DAG block is two lists that are only appended to: steps,
// and edges by the step that they lead to.  seal() makes the lists that readers
// want from them: the edges by the step that they leave, and the steps by
// thread.
#ifndef ILMGEN_DAG_DAG_BLOCK_H
#define ILMGEN_DAG_DAG_BLOCK_H

#include "ilmgen/dag/intervals/step.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// Index of a step in its DAG block, in trace order; so every edge leads to a higher one.
using Vertex = std::uint32_t;

/// The edges between threads (`nxt`); a vertex's successors are in trace order.
using Dag =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, Vertex, std::size_t>;

/// A thread's steps in program order: a stretch of DagBlock::by_thread.
struct ThreadSteps {
    ThreadId thid = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// An edge from an earlier DAG block.
struct CrossingEdge {
    Vertex after = 0;
    StepRef before;
};

class DagBlock {
public:
    std::uint64_t index = 0; ///< of this DAG block in the ILM, from 0
    std::vector<Step> steps; ///< by vertex
    HeapLists heap;
    std::vector<CrossingEdge> crossing; ///< by `after`, then thread and id

    // After seal():
    Dag dag;
    std::vector<ThreadSteps> threads; ///< by thread id
    std::vector<Vertex> by_thread;    ///< has gaps after pruning

    std::span<const Vertex> steps_of(const ThreadSteps& thread) const {
        return std::span(by_thread).subspan(thread.begin, thread.end - thread.begin);
    }

    /// Direct predecessors in earlier DAG blocks.
    std::span<const CrossingEdge> crossing_to(Vertex vertex) const;

    Vertex add(const Step& step);

    /// `after` is the newest step, `before` one of another thread.
    void order(Vertex before, Vertex after) {
        edges_.emplace_back(before, after);
        steps[after].ordered = true;
    }

    /// `after` is the newest step.
    void order(const StepRef& before, Vertex after) {
        crossing.push_back({after, before});
        steps[after].ordered = true;
    }

    /// After the last step.
    void seal();

    /// Empties this, so that it becomes the next DAG block.
    void restart();

private:
    std::uint32_t thread_index(ThreadId thid);

    std::vector<std::pair<Vertex, Vertex>> edges_;             ///< before, after
    std::vector<std::uint32_t> thread_indices_;                ///< by vertex: index into threads
    std::unordered_map<ThreadId, std::uint32_t> thread_index_; ///< into threads
};

/// The steps directly after `vertex` in other threads, in trace order.
inline std::span<const Vertex> next_of(const Dag& dag, Vertex vertex) {
    const auto [begin, end] = boost::adjacent_vertices(vertex, dag);
    return {begin, end};
}

/// Takes the finished DAG blocks in order.
class BlockSink {
public:
    virtual ~BlockSink() = default;
    virtual void block(const DagBlock& block) = 0;
    /// After the last one.
    virtual void finish() = 0;
};

} // namespace ilm

#endif
