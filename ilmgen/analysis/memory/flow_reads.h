// SPDX-License-Identifier: GPL-2.0-or-later
//
// The times at which threads read what others have written, for pictures over
// time.
#ifndef ILMGEN_ANALYSIS_FLOW_READS_H
#define ILMGEN_ANALYSIS_FLOW_READS_H

#include "ilmgen/model/event.h"
#include "ilmgen/storage/large_arrays.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace ilm {

/// A read by one thread of bytes that another thread wrote.
struct FlowRead {
    EventId until = 0; ///< of the reader: the event that ends the interval
    ThreadId from = 0; ///< who wrote it
    ThreadId to = 0;   ///< who reads it
    std::uint64_t bytes = 0;
};

/// Collects reads. In a long run, reads of the same writer and reader that are near each other in
/// the trace become one read, at the place of the last of them. Example: with a grain of 4, reads
/// at events 5 and 6 become one at 6, and a read at 9 stays apart.
class FlowReads {
public:
    explicit FlowReads(std::size_t most = 2'000'000) : most_(most) {}

    /// Takes the reads in trace order.
    void add(const FlowRead& read);

    /// The reads of each pair of threads are in trace order.
    const LargeVector<FlowRead>& all() const { return reads_; }

private:
    void thin();

    std::size_t most_;
    EventId grain_ = 1; ///< reads between multiples of it are one
    LargeVector<FlowRead> reads_;
    std::map<std::pair<ThreadId, ThreadId>, std::size_t> latest_; ///< in reads_
};

} // namespace ilm

#endif
