// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slices in which threads read what others have written, for a page.
#ifndef ILMGEN_EMIT_PAGE_PAGE_FLOW_H
#define ILMGEN_EMIT_PAGE_PAGE_FLOW_H

#include "ilmgen/analysis/memory/flow_reads.h"
#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "ilmgen/run/run.h"

namespace ilm {

/// Adds the SliceSums `flow`: bytes by the reader's slice and the place of the thread that wrote.
void add_flow(const Run& run, const FlowReads& reads, const PageSlices& slices, Columns& columns);

} // namespace ilm

#endif
