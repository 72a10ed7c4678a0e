// SPDX-License-Identifier: GPL-2.0-or-later
//
// When each slice happens on a machine, for a page.
#ifndef ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H
#define ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H

#include "ilmgen/analysis/replay.h"
#include "ilmgen/analysis/timeline.h"
#include "ilmgen/emit/page/packed.h"
#include "ilmgen/emit/page/page_slices.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// Times of all steps, in the run's unit of cost.
struct PageSchedule {
    std::uint32_t processors = 0; ///< 0: enough
    std::uint64_t time = 0;       ///< when all is over
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> done;
    std::vector<StepIndex> woken_by;         ///< nowhere: it did not wait
    std::vector<std::uint64_t> thread_begin; ///< by thread
};

PageSchedule schedule_of(const Run& run, Timeline timeline);
PageSchedule schedule_of(std::uint32_t processors, Replayed replayed);

/// `number`: the columns' names end with it.
void add_schedule(const Run& run, const PageSchedule& schedule, const PageSlices& slices,
                  const std::string& number, Columns& columns);

} // namespace ilm

#endif
