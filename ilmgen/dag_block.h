// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run of consecutive steps and the order among them.
#ifndef ILMGEN_DAG_BLOCK_H
#define ILMGEN_DAG_BLOCK_H

#include "ilmgen/model.h"

#include <boost/graph/adjacency_list.hpp>

#include <map>
#include <vector>

namespace ilm {

/// Vertices in trace order, so every edge leads to a higher one.  Edges are those between threads
/// (`nxt`); program order is in DagBlock::threads.
using Dag = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Step>;
using Vertex = Dag::vertex_descriptor;

struct DagBlock {
    std::uint64_t index = 0; ///< of this DAG block in the ILM, from 0
    Dag dag;
    std::map<ThreadId, std::vector<Vertex>> threads; ///< each thread's steps in program order;
                                                     ///< after pruning only those that are left

    std::size_t size() const { return boost::num_vertices(dag); }

    Vertex add(Step step) {
        const ThreadId thid = step.thid;
        const Vertex vertex = boost::add_vertex(dag);
        dag[vertex] = std::move(step);
        threads[thid].push_back(vertex);
        return vertex;
    }

    void order(Vertex before, Vertex after) {
        boost::add_edge(before, after, dag);
        dag[after].ordered = true;
    }

    /// Empty, as the next one.
    void restart() {
        ++index;
        dag.clear();
        threads.clear();
    }
};

/// The steps directly after `vertex` in other threads, by thread and id.
std::vector<Vertex> next_of(const Dag& dag, Vertex vertex);

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
