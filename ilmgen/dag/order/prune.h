// SPDX-License-Identifier: GPL-2.0-or-later
//
// Merges steps that order nothing into their successors, because the ILM is smaller without them.
// Example: an unlock after 100 instructions that no thread's lock follows, and an exit after 50
// more become one step of 150 instructions.
#ifndef ILMGEN_DAG_PRUNE_H
#define ILMGEN_DAG_PRUNE_H

#include "ilmgen/dag/order/dag_block.h"

namespace ilm {

/// Merges each step without an edge to or from another thread, in this DAG block or another one,
/// into the next step of its thread that is kept.  A thread's last step in the DAG block is always
/// kept.
/// Throws Error if a counter overflows.
void prune(DagBlock& block);

} // namespace ilm

#endif
