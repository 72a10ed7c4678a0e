// SPDX-License-Identifier: GPL-2.0-or-later
//
// Gathers what each thread does into its next step.  Work after a thread's last
// sync event is in no step.
#ifndef ILMGEN_DAG_INTERVALS_H
#define ILMGEN_DAG_INTERVALS_H

#include "ilmgen/dag/intervals/heap_blocks.h"
#include "ilmgen/dag/intervals/step.h"
#include "ilmgen/model/event.h"

#include <tuple>
#include <unordered_map>

namespace ilm {

class Intervals {
public:
    /// Adds the event's instructions to the open interval of its thread, and the block if the event
    /// is an allocation or a free. Throws Error if a counter overflows.
    void fold(const Event& event);

    /// Closes the interval of the thread of this sync event and appends its heap blocks to the
    /// lists.
    Step step(const Event& event, HeapLists& lists);

    const HeapBlocks& heap() const { return heap_; }

private:
    /// The open interval of a thread that has not exited.
    struct Interval {
        EventId begin = 0; ///< the previous step
        std::uint64_t icnt = 0;
        std::int64_t hbal = 0;
        std::uint64_t hmax = 0;
        std::vector<MemBlock> born;        ///< in no order
        std::vector<LiveNumber> born_live; ///< their numbers
        std::vector<BlockUsage> died;
    };

    Interval& interval_of(ThreadId thid);
    void alloc(Interval& interval, const Event& event);
    void free(Interval& interval, const Event& event);
    void forget_birth(Interval& interval, std::size_t position);
    void list_blocks(Interval& interval, const Event& event, Step& step, HeapLists& lists) const;

    HeapBlocks heap_;
    std::unordered_map<ThreadId, Interval> intervals_;
    ThreadId last_ = 0;                 ///< the thread of the event before, and
    Interval* last_interval_ = nullptr; ///< its interval
};

/// Sorts the last entries, from `begin` on, by address and instance and adds up the traffic on each
/// instance.
void add_up(std::vector<BlockUsage>& usage, std::size_t begin, const Place& place);

/// The order of blocks in a step: by address, then instance.  A block whose allocation the trace
/// does not show is identified by its address and size.  This is an object because, unlike a
/// function, it is inlined where it is handed over.
inline constexpr auto by_address = [](const auto& a, const auto& b) {
    if (a.addr != b.addr) // as nearly always
        return a.addr < b.addr;
    return std::tie(a.alloc, a.size) < std::tie(b.alloc, b.size);
};

} // namespace ilm

#endif
