// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run's steps for a page: slices, thread by thread.  A slice is a step, or, where there are too
// many, several that follow each other in their thread.
//
// A run may be larger than memory, so its steps are joined once, to fine slices, in passes in trace
// order.  A page that has room for fewer joins these further.  What is summed up for fine slices
// while the run is analysed is then summed up for the page's slices, and the sums stay exact.
// Example: of a run of 10^8 steps there are 700,000 fine slices; the page has 350,000.
#ifndef ILMGEN_EMIT_PAGE_PAGE_SLICES_H
#define ILMGEN_EMIT_PAGE_PAGE_SLICES_H

#include "ilmgen/analysis/picture/process_groups.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ilm {

using SliceIndex = std::uint32_t;

/// This index stands for no slice.
constexpr SliceIndex no_slice = ~SliceIndex{0};

/// The limit for fine slices, if there are no more threads than that.
constexpr std::size_t most_fine_slices = 1'000'000;

class FineSlices {
public:
    /// Makes at most so many slices, or one for each thread, if that is more.
    FineSlices(const Run& run, const Timeline& timeline, std::size_t most = most_fine_slices);

    SliceIndex size() const { return static_cast<SliceIndex>(begins_.size()); }
    SliceIndex slice_of(StepIndex step) const { return by_step_[step]; }
    /// The id of its last step's event.
    EventId last_event(SliceIndex slice) const { return last_events_[slice]; }
    /// Times on a machine with processors enough.
    std::uint64_t begin(SliceIndex slice) const { return begins_[slice]; }
    std::uint64_t end(SliceIndex slice) const { return ends_[slice]; }
    std::uint64_t span() const { return span_; }
    /// Threads in the page's order: those of a process together.
    const std::vector<ThreadIndex>& threads() const { return threads_; }
    /// In the order of their threads.
    const std::vector<ProcessGroup>& processes() const { return processes_.groups; }
    /// Where a thread stands among them.
    std::uint32_t place(ThreadIndex thread) const { return places_[thread]; }
    /// How many slices each of them has.
    const std::vector<std::uint32_t>& by_thread() const { return by_thread_; }
    /// As PageSlices has it.
    std::uint64_t joined_within() const { return joined_within_; }

private:
    void order_threads();
    std::uint64_t width_for(const Run& run, const Timeline& timeline, std::size_t most) const;
    void number_in_threads(const Run& run, const Timeline& timeline);
    void number(const Run& run, const Timeline& timeline);

    ProcessGroups processes_;
    std::vector<ThreadIndex> threads_;
    std::vector<std::uint32_t> places_;    ///< by thread
    std::vector<std::uint32_t> by_thread_; ///< by place
    LargeVector<SliceIndex> by_step_;      ///< by step
    LargeVector<EventId> last_events_;     ///< by slice
    LargeVector<std::uint64_t> begins_;    ///< by slice
    LargeVector<std::uint64_t> ends_;      ///< by slice
    std::uint64_t span_ = 0;
    std::uint64_t joined_within_ = 0;
};

class PageSlices {
public:
    /// Makes at most so many slices, or one for each thread, if that is more.
    PageSlices(const FineSlices& fine, std::size_t most);

    SliceIndex size() const { return static_cast<SliceIndex>(begins_.size() - 1); }
    SliceIndex slice_of(StepIndex step) const { return joined_[fine_.slice_of(step)]; }
    /// The slice of a fine slice.
    SliceIndex slice_of_fine(SliceIndex fine) const { return joined_[fine]; }
    EventId last_event(SliceIndex slice) const { return fine_.last_event(begins_[slice + 1] - 1); }
    const std::vector<ThreadIndex>& threads() const { return fine_.threads(); }
    const std::vector<ProcessGroup>& processes() const { return fine_.processes(); }
    std::uint32_t place(ThreadIndex thread) const { return fine_.place(thread); }
    /// How many slices each thread has, in their order.
    const std::vector<std::uint32_t>& by_thread() const { return by_thread_; }
    /// Steps in one slice lie no further apart, on a machine with processors enough; 0: each is
    /// a slice.
    std::uint64_t joined_within() const { return joined_within_; }

private:
    void join(std::uint64_t within);

    const FineSlices& fine_;
    LargeVector<SliceIndex> begins_;       ///< by slice: its first fine one; and the end of all
    LargeVector<SliceIndex> joined_;       ///< by fine slice
    std::vector<std::uint32_t> by_thread_; ///< by place
    std::uint64_t joined_within_ = 0;
};

/// One pass over the run's steps in trace order: calls `add(sum, step)` for each step, with a sum
/// that begins as `start` for each slice, and `close(slice, sum)` once for each slice.  A sum of
/// each thread is open at a time.
template <class Sum, class Add, class Close>
void sum_by_slice(const Run& run, const PageSlices& slices, const Sum& start, Add add,
                  Close close) {
    std::vector<std::pair<SliceIndex, Sum>> open(run.threads.size(), {no_slice, start});
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        auto& [slice, sum] = open[run.steps[step].thread];
        if (const SliceIndex now = slices.slice_of(step); now != slice) {
            if (slice != no_slice)
                close(slice, sum);
            slice = now;
            sum = start;
        }
        add(sum, step);
    }
    for (auto& [slice, sum] : open)
        if (slice != no_slice)
            close(slice, sum);
}

} // namespace ilm

#endif
