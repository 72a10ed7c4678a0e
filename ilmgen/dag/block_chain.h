// SPDX-License-Identifier: GPL-2.0-or-later
//
// The longest chain of work in a DAG block, as a list of steps that pruning has left.
//
// Work counts as in span.h: an interval before an acquire or a join waits only for the step before
// it, and the first interval of a child only for its fork.  That fork may be in the interval of a
// later step, because pruning merges steps.  Then only a part of that interval is on the chain.
#ifndef ILMGEN_DAG_BLOCK_CHAIN_H
#define ILMGEN_DAG_BLOCK_CHAIN_H

#include "ilmgen/dag/beginnings.h"
#include "ilmgen/dag/order/dag_block.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// A step of the chain, one of those that pruning left.
struct ChainStep {
    Vertex vertex = 0;
    std::uint64_t work = 0; ///< of its interval, on the chain
};

struct BlockChain {
    std::uint64_t work = 0;       ///< of all steps of the DAG block
    std::uint64_t length = 0;     ///< of the chain: the sum of its steps' work
    std::vector<ChainStep> steps; ///< from the first to the last; none if there is no work
};

/// `beginnings` knows the events of this DAG block.  Throws Error if a sum overflows.
BlockChain longest_chain(const DagBlock& block, const Beginnings& beginnings);

} // namespace ilm

#endif
