// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/clocks/network_simplex.h"

#include <cmath>

namespace ilm {

void NetworkSimplex::solve() {
    block_ = static_cast<std::size_t>(std::sqrt(static_cast<double>(arcs_.size()))) + 10;
    for (std::size_t arc = best(); arc != none; arc = best())
        pivot(arc);
}

/// The cost of one more unit through the arc, by the potentials.
LongSum NetworkSimplex::reduced_cost(const Arc& arc) const {
    return arc.cost + nodes_[arc.from].potential - nodes_[arc.to].potential;
}

/// The gain by one more unit through the arc, or by one less if the flow is at its limit.
LongSum NetworkSimplex::gain(const Arc& arc) const {
    if (arc.in_tree)
        return 0;
    return arc.flow == 0 ? -reduced_cost(arc) : reduced_cost(arc);
}

/// Returns the arc with the largest gain in the next block of arcs in which an arc has a gain; none
/// if there is no such block.
std::size_t NetworkSimplex::best() {
    std::size_t best = none;
    LongSum most = 0;
    for (std::size_t seen = 1; seen <= arcs_.size(); ++seen) {
        if (const LongSum gained = gain(arcs_[next_]); gained > most) {
            most = gained;
            best = next_;
        }
        next_ = next_ + 1 == arcs_.size() ? 0 : next_ + 1;
        if (best != none && seen % block_ == 0)
            break;
    }
    return best;
}

void NetworkSimplex::pivot(std::size_t number) {
    Arc& arc = arcs_[number];
    const Cycle cycle = cycle_of(arc);
    const Limit limit = limit_of(cycle, arc);
    arc.flow = arc.flow == 0 ? limit.units : arc.flow - limit.units;
    flow_round(cycle, limit.units);
    if (limit.node == none)
        return;
    const auto [inside, outside] =
        limit.is_behind_arc ? std::pair(cycle.end, cycle.begin) : std::pair(cycle.begin, cycle.end);
    const LongSum change = inside == arc.from ? -reduced_cost(arc) : reduced_cost(arc);
    arcs_[nodes_[limit.node].arc].in_tree = false;
    hang(inside, limit.node, outside, number);
    update(inside, change);
}

NetworkSimplex::Cycle NetworkSimplex::cycle_of(const Arc& arc) const {
    const bool more = arc.flow == 0;
    Cycle cycle{more ? arc.from : arc.to, more ? arc.to : arc.from, none};
    std::size_t a = cycle.begin;
    std::size_t b = cycle.end;
    while (a != b) {
        std::size_t& deeper = nodes_[a].depth >= nodes_[b].depth ? a : b;
        deeper = nodes_[deeper].parent;
    }
    cycle.top = a;
    return cycle;
}

/// Finds the arc that limits the flow round the cycle.  If there are several, takes the last one on
/// the way down from the top, over the arc, and up again, because that keeps the tree strongly
/// feasible.
NetworkSimplex::Limit NetworkSimplex::limit_of(const Cycle& cycle, const Arc& arc) const {
    Limit limit{arc.most, none, false};
    for (std::size_t node = cycle.begin; node != cycle.top; node = nodes_[node].parent)
        if (const std::uint64_t units = room(node, true); units < limit.units)
            limit = {units, node, false};
    for (std::size_t node = cycle.end; node != cycle.top; node = nodes_[node].parent)
        if (const std::uint64_t units = room(node, false); units <= limit.units)
            limit = {units, node, true};
    return limit;
}

void NetworkSimplex::flow_round(const Cycle& cycle, std::uint64_t units) {
    for (std::size_t node = cycle.begin; node != cycle.top; node = nodes_[node].parent)
        flow(node, true, units);
    for (std::size_t node = cycle.end; node != cycle.top; node = nodes_[node].parent)
        flow(node, false, units);
}

/// Whether the arc between the node and its parent has the direction that is meant.
bool NetworkSimplex::flows_along(std::size_t node, bool down) const {
    return (arcs_[nodes_[node].arc].from == node) != down;
}

/// How much more can flow from the node up to its parent, or down from there.
std::uint64_t NetworkSimplex::room(std::size_t node, bool down) const {
    const Arc& arc = arcs_[nodes_[node].arc];
    return flows_along(node, down) ? arc.most - arc.flow : arc.flow;
}

void NetworkSimplex::flow(std::size_t node, bool down, std::uint64_t units) {
    Arc& arc = arcs_[nodes_[node].arc];
    arc.flow = flows_along(node, down) ? arc.flow + units : arc.flow - units;
}

void NetworkSimplex::detach(std::size_t node) {
    const Node& gone = nodes_[node];
    (gone.previous == none ? nodes_[gone.parent].child : nodes_[gone.previous].next) = gone.next;
    if (gone.next != none)
        nodes_[gone.next].previous = gone.previous;
}

void NetworkSimplex::attach(std::size_t node, std::size_t parent, std::size_t arc) {
    Node& child = nodes_[node];
    child.parent = parent;
    child.arc = arc;
    child.depth = nodes_[parent].depth + 1;
    child.previous = none;
    child.next = std::exchange(nodes_[parent].child, node);
    if (child.next != none)
        nodes_[child.next].previous = node;
    arcs_[arc].in_tree = true;
}

/// Cuts off the part of the tree below `top`, and hangs it up at `node` instead.
void NetworkSimplex::hang(std::size_t node, std::size_t top, std::size_t parent, std::size_t arc) {
    for (bool more = true; more;) {
        const Node before = nodes_[node];
        more = node != top;
        detach(node);
        attach(node, std::exchange(parent, node), std::exchange(arc, before.arc));
        node = before.parent;
    }
}

/// Updates the depths of all nodes from `top` down, and adds `change` to their potentials.
void NetworkSimplex::update(std::size_t top, LongSum change) {
    todo_.push_back(top);
    while (!todo_.empty()) {
        Node& node = nodes_[todo_.back()];
        todo_.pop_back();
        node.potential += change;
        node.depth = nodes_[node.parent].depth + 1;
        for (std::size_t child = node.child; child != none; child = nodes_[child].next)
            todo_.push_back(child);
    }
}

} // namespace ilm
