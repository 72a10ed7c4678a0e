// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds circulations of least cost in a network. Its users need the potentials of a solution.
#ifndef ILMGEN_LOGS_CLOCKS_NETWORK_SIMPLEX_H
#define ILMGEN_LOGS_CLOCKS_NETWORK_SIMPLEX_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ilm {

/// Sums of many costs.
__extension__ typedef __int128 LongSum;

/// The `most` of an arc through which any number of units may flow.
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Nodes, a root, and arcs through which units may flow at a cost.  No cycle of unlimited arcs may
/// cost less than 0.
///
/// The network simplex method works on a spanning tree in which each arc's cost is the difference
/// of its nodes' potentials. In each step, an arc that is cheaper than the difference of the
/// potentials enters the tree. It replaces an arc through which nothing more can flow. Trees are
/// kept strongly feasible (a unit can go from every node to the root), so that no tree comes twice
/// (Cunningham 1976; Ahuja, Magnanti, Orlin: Network Flows, 1993, chapter 11).
class NetworkSimplex {
public:
    /// The root's number is `nodes`.
    explicit NetworkSimplex(std::size_t nodes) : root_(nodes), nodes_(nodes + 1) {}

    std::size_t root() const { return root_; }
    void add(std::size_t from, std::size_t to, std::int64_t cost, std::uint64_t most) {
        arcs_.push_back({from, to, cost, most, 0, false});
    }
    /// Every node needs such an arc before solve().
    void add_to_root(std::size_t node, std::int64_t cost, std::uint64_t most) {
        add(node, root_, cost, most);
        nodes_[node].potential = -LongSum{cost};
        attach(node, root_, arcs_.size() - 1);
    }

    void solve();

    /// To be called after solve(). If more could flow through an arc, potential(to) -
    /// potential(from) is at most the arc's cost; if less could flow, it is at least the arc's
    /// cost. The root's potential is 0.
    LongSum potential(std::size_t node) const { return nodes_[node].potential; }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    struct Arc {
        std::size_t from;
        std::size_t to;
        std::int64_t cost;
        std::uint64_t most;
        std::uint64_t flow; ///< outside the tree: 0 or `most`
        bool in_tree;
    };
    struct Node {
        LongSum potential = 0;
        std::size_t parent = none;
        std::size_t arc = none; ///< to the parent, or from it
        std::size_t depth = 0;
        std::size_t child = none;    ///< the first
        std::size_t next = none;     ///< the next of the parent's children
        std::size_t previous = none; ///< the previous of these
    };
    /// The cycle that an arc closes with the tree, in the direction in which the flow has to grow.
    struct Cycle {
        std::size_t begin; ///< where the arc begins
        std::size_t end;   ///< where the arc ends; from here the cycle goes up the tree to `top`
        std::size_t top;   ///< from here the cycle goes down the tree to `begin`
    };
    /// The arc that limits the flow round a cycle.
    struct Limit {
        std::uint64_t units; ///< the most that can flow round
        std::size_t node;    ///< its arc to the parent is at its limit; none: the new arc is
        bool is_behind_arc;  ///< on the way up
    };

    LongSum reduced_cost(const Arc& arc) const;
    LongSum gain(const Arc& arc) const;
    std::size_t best();
    void pivot(std::size_t number);
    Cycle cycle_of(const Arc& arc) const;
    Limit limit_of(const Cycle& cycle, const Arc& arc) const;
    void flow_round(const Cycle& cycle, std::uint64_t units);
    bool flows_along(std::size_t node, bool down) const;
    std::uint64_t room(std::size_t node, bool down) const;
    void flow(std::size_t node, bool down, std::uint64_t units);
    void detach(std::size_t node);
    void attach(std::size_t node, std::size_t parent, std::size_t arc);
    void hang(std::size_t node, std::size_t top, std::size_t parent, std::size_t arc);
    void update(std::size_t top, LongSum change);

    std::size_t root_;
    std::vector<Node> nodes_;
    std::vector<Arc> arcs_;
    std::size_t next_ = 0;          ///< arc to be looked at
    std::size_t block_ = 1;         ///< arcs of which the best is taken
    std::vector<std::size_t> todo_; ///< nodes
};

} // namespace ilm

#endif
