// SPDX-License-Identifier: GPL-2.0-or-later
//
// A schedule for a page: for how long each slice waits on a machine, and the heap's level. It is
// summed up as soon as the run has been replayed on the machine, because the times of all steps
// take more memory than the run.
#ifndef ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H
#define ILMGEN_EMIT_PAGE_PAGE_SCHEDULE_H

#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_heap.h"
#include "ilmgen/emit/page/parts/page_slices.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// The schedule on a machine on which nobody waits for a processor.
Replayed schedule_of(const Run& run, const Timeline& timeline);

class PageSchedule {
public:
    /// `processors`: 0: enough.
    PageSchedule(const Run& run, const FineSlices& slices, std::uint32_t processors,
                 const Replayed& schedule);

    std::uint32_t processors() const { return processors_; }
    std::uint64_t time() const { return time_; }
    const HeapMoments& heap() const { return heap_; }
    /// `number`: the columns' names end with it.
    void add_to(Columns& columns, const PageSlices& slices, const std::string& number) const;

private:
    /// Times of a slice.
    struct SliceTimes {
        std::uint64_t work = 0;    ///< for which it works
        std::uint64_t ready = 0;   ///< for which it waits for a processor
        std::uint64_t wait = 0;    ///< for which it waits for its events, sleeps, or waits for I/O
        std::uint64_t longest = 0; ///< of its waits for an event
        SliceIndex cause = no_slice; ///< of the longest wait; no_slice: it does not wait

        void add(const SliceTimes& other);
    };

    std::uint32_t processors_;
    std::uint64_t time_;
    bool is_as_in_run_;                ///< slices work as long as in the run
    std::vector<std::uint64_t> begun_; ///< by thread
    LargeVector<SliceTimes> by_slice_; ///< fine ones
    HeapMoments heap_;
};

} // namespace ilm

#endif
