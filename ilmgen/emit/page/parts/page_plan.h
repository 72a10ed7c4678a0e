// SPDX-License-Identifier: GPL-2.0-or-later
//
// A plan for a page: the curve, bars for each processor, and the booked memory.
//
// A bar is a step of the plan.  Where there are too many, steps that follow each other closely on a
// processor are summed: the bar has their work, begins with the first one, and is described by the
// one with the most work.
#ifndef ILMGEN_EMIT_PAGE_PAGE_PLAN_H
#define ILMGEN_EMIT_PAGE_PAGE_PLAN_H

#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_events.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "ilmgen/emit/plan/write_plan.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ilm {

/// The results of planning that a page shows.
struct ShownPlan {
    const PlannedRun& run;
    const Solver& solver;
    const Curve& curve;
    const Plan* plan; ///< null: there is only the curve
};

/// The booked bytes from a time on.
struct BookedLevel {
    std::uint64_t time = 0;
    std::int64_t bytes = 0;
};

/// At most about `most` levels.  If there are more changes than that, the highest level and the
/// last one of each of `most` / 2 equal parts of the time are kept.  So the peak is exact.
LargeVector<BookedLevel> booked_levels(const Problem& problem, const Schedule& schedule,
                                       std::size_t most);

class PagePlan {
public:
    /// Makes at most `most_bars` bars, or one for each processor, if that is more.
    PagePlan(const ShownPlan& shown, const PageSlices& slices, PageEvents& events,
             std::size_t most_bars, std::size_t most_levels);

    void add_to(Columns& columns) const;
    /// Writes a JSON object.
    void write(rapidjson::Writer<rapidjson::StringBuffer>& json) const;

private:
    void order_tasks();
    void join(std::uint64_t within);
    std::uint64_t end_of(TaskIndex task) const;
    TaskIndex main_task(std::size_t bar) const;
    std::string path_text(ThreadIndex thread) const;
    void add_places(Columns& columns) const;
    void add_descriptions(Columns& columns) const;
    void add_levels(Columns& columns) const;

    const ShownPlan& shown_;
    const PageSlices& slices_;
    PageEvents& events_;
    std::size_t most_levels_;
    LargeVector<TaskIndex> tasks_;          ///< processor by processor, in order of start
    LargeVector<std::uint32_t> processors_; ///< by task
    LargeVector<std::uint32_t> begins_; ///< where each bar begins in tasks_, and the end of tasks_
    std::vector<std::uint32_t> by_processor_; ///< how many bars
    std::uint64_t joined_within_ = 0;
};

} // namespace ilm

#endif
