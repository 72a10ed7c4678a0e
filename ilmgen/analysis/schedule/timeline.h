// SPDX-License-Identifier: GPL-2.0-or-later
//
// When each step of a run ends on a machine on which nobody waits for a
// processor: the longest chain of work that leads to it.  One pass in trace
// order, which is a topological order (Cormen et al., Introduction to
// Algorithms, "Single-source shortest paths in directed acyclic graphs").
//
// A thread of a log with a clock begins with its first event (RunThread::delay).
// Example: thread 2 begins at 50 and works for 10, and then receives a message
// that was sent at 10.  Its first step ends at 60, and the message lies for 50.
#ifndef ILMGEN_ANALYSIS_TIMELINE_H
#define ILMGEN_ANALYSIS_TIMELINE_H

#include "ilmgen/run/run.h"

#include <algorithm>
#include <cstdint>

namespace ilm {

/// Times in the log's unit of cost, from the beginning of the run.
struct Timeline {
    LargeVector<std::uint64_t> ends;   ///< by step
    LargeVector<StepIndex> decided_by; ///< by step: the step whose end it directly follows:
                                       ///< `before`, or a source that it waited for
    StepIndex last = no_step;          ///< the one that ends last; none in an empty run
    std::uint64_t span = 0;            ///< its end

    std::uint64_t begin(const Run& run, StepIndex step) const { return run.begin(step, ends); }
    /// When the step's own work is done.  From then to its end it waits.
    std::uint64_t arrival(const Run& run, StepIndex step) const {
        return begin(run, step) + run.steps[step].work;
    }
    std::uint64_t waited(const Run& run, StepIndex step) const {
        return ends[step] - arrival(run, step);
    }
};

/// Finds the source of a step that ends last.  Steps that have their sources in common share one
/// search.
class LatestSources {
public:
    explicit LatestSources(const Run& run) : run_(run), known_(run.sources.size(), no_step) {}

    /// `ends`: of all steps before this one. Returns `no_step` if the step has no sources.
    StepIndex latest_of(StepIndex step, std::span<const std::uint64_t> ends) {
        const std::span<const StepIndex> sources = run_.sources_of(step);
        if (sources.empty())
            return no_step;
        StepIndex& latest = known_[run_.steps[step].sources];
        if (latest == no_step)
            latest =
                *std::max_element(sources.begin(), sources.end(),
                                  [&ends](StepIndex a, StepIndex b) { return ends[a] < ends[b]; });
        return latest;
    }

private:
    const Run& run_;
    LargeVector<StepIndex> known_; ///< by where the sources begin
};

/// `work_of(step)`: the step's work, in place of the recorded work. `waits(step)`: whether the step
/// comes after its sources.
template <class WorkOf, class Waits>
Timeline timeline_of(const Run& run, WorkOf work_of, Waits waits) {
    Timeline timeline;
    timeline.ends.resize(run.steps.size());
    timeline.decided_by.resize(run.steps.size());
    LatestSources latest(run);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const StepIndex before = run.steps[step].before;
        std::uint64_t end = run.begin(step, timeline.ends) + work_of(step);
        StepIndex decided_by = before;
        if (waits(step))
            if (const StepIndex source = latest.latest_of(step, timeline.ends);
                source != no_step && timeline.ends[source] > end) {
                end = timeline.ends[source];
                decided_by = source;
            }
        timeline.ends[step] = end;
        timeline.decided_by[step] = decided_by;
        if (timeline.last == no_step || end > timeline.span) {
            timeline.last = step;
            timeline.span = end;
        }
    }
    return timeline;
}

/// The timeline of the recorded run.
Timeline timeline_of(const Run& run);

} // namespace ilm

#endif
