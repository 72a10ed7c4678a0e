// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first DAG block as a Graphviz digraph.
#ifndef ILMGEN_WRITE_DOT_H
#define ILMGEN_WRITE_DOT_H

#include "ilmgen/dag_block.h"
#include "ilmgen/output_file.h"

#include <memory>

namespace ilm {

std::unique_ptr<BlockSink> dot_writer(OutputFile& out);

} // namespace ilm

#endif
