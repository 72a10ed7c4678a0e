// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of one DAG block.
//
// The file contains the places of all nodes, and `layout=nop` makes Graphviz keep them. Each column
// is a thread. If a step is ordered after another one, its row lies below the other one's. If
// Graphviz's `dot` had to find places itself, it would take more than a minute for 400 steps of as
// many threads, and put threads in any order.  Coordinates are in points, and y grows upwards:
// https://graphviz.org/docs/layouts/nop/
#ifndef ILMGEN_EMIT_ILM_DOT_BLOCK_H
#define ILMGEN_EMIT_ILM_DOT_BLOCK_H

#include "ilmgen/dag/beginnings.h"
#include "ilmgen/dag/block_chain.h"
#include "ilmgen/dag/order/dag_block.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/emit/ilm/dot_notes.h"
#include "ilmgen/emit/ilm/dot_text.h"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// Facts about events that are not in the DAG block itself.
struct DotFacts {
    Beginnings* beginnings = nullptr;      ///< never null
    DotNotes* notes = nullptr;             ///< null: none are to show
    RecordedPlaces* step_places = nullptr; ///< null: nothing is known
    std::string cost = "instructions";     ///< what work is counted in
};

/// How many clusters and notes a graph has so far: the number of the next one.
struct DotNumbers {
    std::size_t clusters = 0;
    std::size_t notes = 0;
};

/// The name of the step's node: a letter for the kind, and the id.
std::string dot_name(const Step& step);

/// Writes the beginning of a graph with `nodes` nodes: the text by which ilmgen knows the file as
/// its own, and the attributes that all nodes and edges share.
void write_dot_beginning(std::ostream& out, std::size_t nodes);

class DotBlock {
public:
    /// Takes the places of the block's steps out of `facts.step_places`. `top`: the y of the
    /// block's upper border.
    DotBlock(const DagBlock& block, const DotFacts& facts, std::int64_t top);

    /// How much work there is and how much of it is on the critical path, as a label.
    std::string heading() const;
    std::int64_t right() const;
    std::int64_t bottom() const { return bottom_; }
    std::size_t nodes() const { return nodes_.size(); }

    /// Writes a cluster for each thread, with its steps, program order and notes.
    void write_threads(std::ostream& out, DotNumbers& numbers) const;
    /// Writes the order between threads.
    void write_edges(std::ostream& out) const;

private:
    struct Node {
        Vertex vertex = 0;
        DotText label;
        DotText tooltip;
        DotText note; ///< of its interval
    };
    struct Column {
        ThreadId thid = 0;
        std::string head;
        std::size_t first = 0; ///< index into nodes_
        std::size_t end = 0;
        DotText last_note; ///< of what follows the last step
        std::int64_t left = 0;
        std::int64_t right = 0;
        std::int64_t x = 0; ///< of the nodes
        std::int64_t note_x = 0;
    };
    struct ChainWork {
        std::uint64_t work = 0;
        Vertex next = 0; ///< the vertex itself: it is the last
    };

    void add_thread(const ThreadSteps& thread, const DotFacts& facts);
    Node node_of(Vertex vertex, const std::string& thread, const StepPlace& where) const;
    std::string weight(Vertex vertex) const;
    std::string exact_weight(Vertex vertex) const;
    void find_chain();
    void find_rows();
    void place_rows();
    void place_columns();
    std::size_t row_of_last_note(const Column& column) const;
    bool is_implied(Vertex from, Vertex to) const;
    bool is_critical(Vertex from, Vertex to) const;
    void write_node(std::ostream& out, const Node& node, std::int64_t x) const;
    void write_edge(std::ostream& out, Vertex from, Vertex to, std::string_view attributes) const;
    void write_notes(std::ostream& out, const Column& column, DotNumbers& numbers) const;

    const DagBlock& block_;
    const std::string cost_;
    const BlockChain chain_;
    std::map<Vertex, ChainWork> on_chain_;
    std::vector<Node> nodes_; ///< by column, from the first to the last
    std::vector<Column> columns_;
    std::vector<std::size_t> rows_;   ///< by vertex
    std::vector<std::int64_t> row_y_; ///< by row, of the middle
    const std::int64_t top_;
    std::int64_t bottom_;
};

} // namespace ilm

#endif
