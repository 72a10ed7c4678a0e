// SPDX-License-Identifier: GPL-2.0-or-later
//
// Closures by minimum cuts.
//
// A closure is a set of elements that contains, with each element, all that it requires. Elements
// have weights above or below 0. The network has an arc from the source to each element that weighs
// more than 0, and from each element that weighs less than 0 to the sink. An arc of unlimited
// capacity leads from each element to each one that it requires. The heaviest closure lies on the
// source's side of a minimum cut (Picard, "Maximal closure of a graph and applications to
// combinatorial problems", 1976).
//
// Example: a weighs 5 and requires b, which weighs -3.  The cut separates b from the sink and costs
// 3, so {a, b} weighs 5 - 3 = 2.
#ifndef ILMGEN_ANALYSIS_CUT_NETWORK_H
#define ILMGEN_ANALYSIS_CUT_NETWORK_H

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <cstdint>
#include <limits>

namespace ilm {

class CutNetwork {
    using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;

public:
    using Element = Traits::vertex_descriptor;

    /// The sum of the weights above 0 must not exceed this.
    static constexpr std::int64_t most_weight = std::numeric_limits<std::int64_t>::max() / 16;

    Element add() { return add_vertex(graph_); }

    void require(Element element, Element required) { connect(element, required, 4 * most_weight); }

    /// At most once for each element.
    void weigh(Element element, std::int64_t weight) {
        if (weight > 0) {
            gains_ += weight;
            connect(source_, element, weight);
        } else if (weight < 0) {
            connect(element, sink_, -weight);
        }
    }

    /// Returns the weight of the heaviest closure, 0 or more.  To be called once.
    std::int64_t heaviest() {
        if (gains_ == 0)
            return 0;
        return gains_ - boost::boykov_kolmogorov_max_flow(
                            graph_, get(&Arc::capacity, graph_), get(&Arc::residual, graph_),
                            get(&Arc::reverse, graph_), get(&Node::predecessor, graph_),
                            get(&Node::color, graph_), get(&Node::distance, graph_),
                            get(boost::vertex_index, graph_), source_, sink_);
    }

    /// After heaviest(): is the element in the closure?
    bool is_in(Element element) const { return graph_[element].color == boost::black_color; }

private:
    using Edge = Traits::edge_descriptor;
    struct Arc {
        std::int64_t capacity = 0;
        std::int64_t residual = 0;
        Edge reverse;
    };
    struct Node {
        boost::default_color_type color = boost::white_color;
        std::int64_t distance = 0;
        Edge predecessor;
    };

    void connect(Element from, Element to, std::int64_t capacity) {
        const Edge there = add_edge(from, to, graph_).first;
        const Edge back = add_edge(to, from, graph_).first;
        graph_[there] = {capacity, 0, back};
        graph_[back] = {0, 0, there};
    }

    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Arc> graph_;
    const Element source_ = add_vertex(graph_);
    const Element sink_ = add_vertex(graph_);
    std::int64_t gains_ = 0; ///< sum of the weights above 0
};

} // namespace ilm

#endif
