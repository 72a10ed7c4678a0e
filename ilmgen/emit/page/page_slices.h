// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run's steps for a page: slices, thread by thread.  A slice is a step, or,
// where there are too many, several that follow each other in their thread.
#ifndef ILMGEN_EMIT_PAGE_PAGE_SLICES_H
#define ILMGEN_EMIT_PAGE_PAGE_SLICES_H

#include "ilmgen/analysis/picture/process_groups.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ilm {

using SliceIndex = std::uint32_t;

class PageSlices {
public:
    /// Makes at most so many slices, or one for each thread, if that is more.
    PageSlices(const Run& run, const Timeline& timeline, std::size_t most);

    SliceIndex size() const { return static_cast<SliceIndex>(begins_.size() - 1); }
    /// The steps of a slice, all of one thread, at least one.
    std::span<const StepIndex> steps(SliceIndex slice) const {
        return std::span(steps_).subspan(begins_[slice], begins_[slice + 1] - begins_[slice]);
    }
    SliceIndex slice_of(StepIndex step) const { return slice_by_step_[step]; }
    /// Threads in the page's order: those of a process together.
    const std::vector<ThreadIndex>& threads() const { return threads_; }
    /// In the order of their threads.
    const std::vector<ProcessGroup>& processes() const { return processes_.groups; }
    /// Where a thread stands among them.
    std::uint32_t place(ThreadIndex thread) const { return places_[thread]; }
    /// How many slices each of them has.
    const std::vector<std::uint32_t>& by_thread() const { return by_thread_; }
    /// Steps in one slice lie no further apart, on a machine with processors enough; 0: each is
    /// a slice.
    std::uint64_t joined_within() const { return joined_within_; }

private:
    void order_threads();
    void order_steps();
    void join(const Timeline& timeline, std::uint64_t within);

    const Run& run_;
    ProcessGroups processes_;
    std::vector<ThreadIndex> threads_;
    std::vector<std::uint32_t> places_;     ///< by thread
    std::vector<StepIndex> steps_;          ///< thread by thread
    std::vector<std::uint32_t> begins_;     ///< of slices in steps_, and its end
    std::vector<SliceIndex> slice_by_step_; ///< by step
    std::vector<std::uint32_t> by_thread_;  ///< by place
    std::uint64_t joined_within_ = 0;
};

} // namespace ilm

#endif
