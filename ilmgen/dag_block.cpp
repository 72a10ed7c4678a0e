// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag_block.h"

#include <algorithm>
#include <utility>

namespace ilm {

std::vector<Vertex> next_of(const Dag& dag, Vertex vertex) {
    std::vector<Vertex> next;
    const auto [begin, end] = boost::adjacent_vertices(vertex, dag);
    next.assign(begin, end);
    std::sort(next.begin(), next.end(), [&dag](Vertex a, Vertex b) {
        return std::pair(dag[a].thid, dag[a].id) < std::pair(dag[b].thid, dag[b].id);
    });
    return next;
}

} // namespace ilm
