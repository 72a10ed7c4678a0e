// SPDX-License-Identifier: GPL-2.0-or-later
//
// The memory that is needed by those steps of a serial order that have not begun yet.
//
// The tree has a leaf for each place of the order.  A node holds, for the steps below it that have
// not begun, the sum of their balances, and the most that they need one after the other.  Two
// neighbours are put together as (sum + sum', max(most, sum + most')).  Example: steps that book
// 100 and then 30, and 50 and then -30, are together (0, max(100, 30 + 50)) = (0, 100).
#ifndef ILMGEN_PLAN_REST_TREE_H
#define ILMGEN_PLAN_REST_TREE_H

#include "ilmgen/plan/problem.h"

#include <algorithm>
#include <cstdint>

namespace ilm {

class RestTree {
public:
    RestTree(const Problem& problem, const SerialOrder& order) {
        while (leaves_ < order.size())
            leaves_ *= 2;
        nodes_.resize(2 * leaves_);
        for (std::size_t place = 0; place < order.size(); ++place) {
            const PlanStep& step = problem.steps[order[place]];
            nodes_[leaves_ + place] = {step.balance, step.highest};
        }
        for (std::size_t node = leaves_; --node > 0;)
            put_together(node);
    }

    /// Says that the step at this place begins. Time: O(log n). It stops at the first node that
    /// does not change, because the nodes above do not change either.
    void remove(std::size_t place) {
        std::size_t node = leaves_ + place;
        if (nodes_[node] == Node())
            return;
        nodes_[node] = {};
        while ((node /= 2) > 0) {
            const Node before = nodes_[node];
            put_together(node);
            if (nodes_[node] == before)
                return;
        }
    }

    /// The most memory that the steps before this place that have not begun need, one after the
    /// other. 0 if there are none. Time: O(log n).
    std::int64_t most_before(std::size_t place) const {
        std::int64_t most = 0;
        for (std::size_t node = leaves_ + place; node > 1; node /= 2)
            if (node % 2 == 1)
                most = std::max(nodes_[node - 1].most, nodes_[node - 1].sum + most);
        return most;
    }

private:
    struct Node {
        std::int64_t sum = 0;
        std::int64_t most = 0; ///< also 0 if all steps have begun
        bool operator==(const Node&) const = default;
    };

    void put_together(std::size_t node) {
        const Node& left = nodes_[2 * node];
        const Node& right = nodes_[2 * node + 1];
        nodes_[node] = {left.sum + right.sum, std::max(left.most, left.sum + right.most)};
    }

    std::size_t leaves_ = 1;
    LargeVector<Node> nodes_; ///< the root is 1; below node N are nodes 2N and 2N + 1
};

} // namespace ilm

#endif
