// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first DAG block as a Graphviz digraph.
//
// Boost.Graph writes the nodes and `nxt`.  Threads' clusters with program order
// come through its writer of graph properties, not as Boost subgraphs, since
// write_graphviz numbers the nodes of those and takes no names.
#ifndef ILMGEN_EMIT_WRITE_DOT_H
#define ILMGEN_EMIT_WRITE_DOT_H

#include "ilmgen/dag/dag_block.h"
#include "ilmgen/emit/dot_notes.h"
#include "ilmgen/emit/output_file.h"

#include <memory>

namespace ilm {

/// `notes`, if any, show beside the step in whose interval they lie, not in the order.
std::unique_ptr<BlockSink> dot_writer(OutputFile& out, DotNotes* notes = nullptr);

} // namespace ilm

#endif
