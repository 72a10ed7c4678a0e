// SPDX-License-Identifier: GPL-2.0-or-later
//
// When OpenMP's parallel regions end. A thread of a team says that it is ready with the region, and
// its next event is the beginning of another region, possibly much later. In between it first waits
// for the end of the region that it was in, and then for the beginning of the next one. A region
// ends when the team's first thread goes on.
//
// Example: threads 1 and 2 are ready at 300 and 100, so the region ends at 300, and thread 1 begins
// the next one at 1,000.  Thread 2 waits 200 for the end, and 700 for the beginning.
#ifndef ILMGEN_ANALYSIS_REGION_ENDS_H
#define ILMGEN_ANALYSIS_REGION_ENDS_H

#include "ilmgen/run/run.h"
#include "shared/trace_vocabulary.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ilm {

inline bool is_region(const Run& run, StepIndex step) {
    return run.has_object(step) && run.objects[run.steps[step].other].prim == TRACE_PRIM_PARALLEL;
}

/// Odd numbers are beginnings, even ones ends (docs/trace-format.md).
inline bool begins_region(const RunStep& step) {
    return step.seq % 2 == 1;
}

class RegionEnds {
public:
    explicit RegionEnds(const Run& run) : run_(run), ended_(run.threads.size(), no_step) {}

    /// Takes a step of a region, in trace order.
    void take(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        if (begins_region(this_step))
            return;
        const Region region{this_step.other, this_step.seq};
        if (this_step.kind == Kind::rel) {
            ended_[this_step.thread] = no_step;
            ready_[region].push_back(this_step.thread);
        } else if (const auto ready = ready_.extract(region); !ready.empty()) {
            for (const ThreadIndex thread : ready.mapped())
                ended_[thread] = step;
        }
    }

    /// The end of the region that this thread was last ready with: the step with which the team's
    /// first thread goes on. `no_step` if that region has not ended.
    StepIndex last(ThreadIndex thread) const { return ended_[thread]; }

private:
    using Region = std::pair<ObjectIndex, std::uint64_t>; ///< and the number of its end

    const Run& run_;
    std::map<Region, std::vector<ThreadIndex>> ready_; ///< of regions that have not ended
    std::vector<StepIndex> ended_;                     ///< by thread
};

} // namespace ilm

#endif
