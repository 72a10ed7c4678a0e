// SPDX-License-Identifier: GPL-2.0-or-later
//
// Merges steps that order nothing into their successors.
#ifndef ILMGEN_DAG_PRUNE_H
#define ILMGEN_DAG_PRUNE_H

#include "ilmgen/dag/order/dag_block.h"

namespace ilm {

/// A step without an edge to or from another thread, in this DAG block or another, is merged into
/// the next one of its thread that is kept; a thread's last step in the DAG block always is.
/// Throws Error if a counter overflows.
void prune(DagBlock& block);

} // namespace ilm

#endif
