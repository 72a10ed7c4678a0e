// SPDX-License-Identifier: GPL-2.0-or-later
//
// When each slice happens on a machine, for a page.
#ifndef ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H
#define ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H

#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/page/packed.h"
#include "ilmgen/emit/page/page_slices.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// The schedule on a machine on which nobody waits for a processor.
Replayed schedule_of(const Run& run, Timeline timeline);

/// `number`: the columns' names end with it.
void add_schedule(const Run& run, const Replayed& schedule, const PageSlices& slices,
                  const std::string& number, Columns& columns);

} // namespace ilm

#endif
