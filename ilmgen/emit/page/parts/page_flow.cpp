// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_flow.h"

#include "ilmgen/emit/page/parts/slice_sums.h"

#include <unordered_map>

namespace ilm {

namespace {

/// Finds the slice in which a thread's events are.
class SlicesOfThreads {
public:
    SlicesOfThreads(const Run& run, const PageSlices& slices) : slices_(slices) {
        SliceIndex first = 0;
        for (std::uint32_t place = 0; place < slices.threads().size(); ++place) {
            const SliceIndex end = first + slices.by_thread()[place];
            threads_[run.threads[slices.threads()[place]].id] = {place, first, end};
            first = end;
        }
    }

    /// In the page's order.
    std::uint32_t place(ThreadId thid) const { return threads_.at(thid).place; }

    /// `no_slice` for a thread without any.
    SliceIndex slice(ThreadId thid, EventId event) const {
        const Thread& thread = threads_.at(thid);
        SliceIndex first = thread.first;
        SliceIndex end = thread.end;
        if (first == end)
            return no_slice;
        while (end - first > 1) {
            const SliceIndex middle = first + (end - first) / 2;
            if (slices_.last_event(middle - 1) < event)
                first = middle;
            else
                end = middle;
        }
        return first;
    }

private:
    struct Thread {
        std::uint32_t place = 0;
        SliceIndex first = 0;
        SliceIndex end = 0;
    };

    const PageSlices& slices_;
    std::unordered_map<ThreadId, Thread> threads_;
};

} // namespace

void add_flow(const Run& run, const FlowReads& reads, const PageSlices& slices, Columns& columns) {
    const SlicesOfThreads places(run, slices);
    SliceSums sums;
    for (const FlowRead& read : reads.all())
        if (const SliceIndex slice = places.slice(read.to, read.until); slice != no_slice)
            sums.add(slice, places.place(read.from), read.bytes);
    sums.add_to(columns, "flow");
}

} // namespace ilm
