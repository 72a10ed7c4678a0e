// SPDX-License-Identifier: GPL-2.0-or-later
//
// DAG blocks as a Graphviz digraph.
//
// Boost.Graph writes the nodes and `nxt`.  Threads' clusters with program order
// come through its writer of graph properties, not as Boost subgraphs, since
// write_graphviz numbers the nodes of those and takes no names.
#ifndef ILMGEN_EMIT_ILM_WRITE_DOT_H
#define ILMGEN_EMIT_ILM_WRITE_DOT_H

#include "ilmgen/dag/dag_block.h"
#include "ilmgen/dag/whereabouts.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/ilm/dot_notes.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ilm {

class DotWriter : public BlockSink {
public:
    /// How many DAG blocks there were; after finish().
    virtual std::uint64_t blocks() const = 0;
};

/// Draws the DAG block of this index, or, if there is none, all of them.  `notes`, if any, show
/// beside the step in whose interval they lie, not in the order; `whereabouts`, if any, in the
/// steps.
std::unique_ptr<DotWriter> dot_writer(OutputFile& out, std::optional<std::uint64_t> index = 0,
                                      DotNotes* notes = nullptr,
                                      Whereabouts* whereabouts = nullptr);

} // namespace ilm

#endif
