// SPDX-License-Identifier: GPL-2.0-or-later
//
// When threads read what others have written: for pictures over time.
#ifndef ILMGEN_ANALYSIS_FLOW_READS_H
#define ILMGEN_ANALYSIS_FLOW_READS_H

#include "ilmgen/model/event.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ilm {

/// What a thread reads of another one's.
struct FlowRead {
    EventId until = 0; ///< of the reader: the event that ends the interval
    ThreadId from = 0; ///< who wrote it
    ThreadId to = 0;   ///< who reads it
    std::uint64_t bytes = 0;
};

/// Of a long run, reads that are near to each other in the trace are one, as of the last of them.
class FlowReads {
public:
    explicit FlowReads(std::size_t most = 2'000'000) : most_(most) {}

    /// Events in trace order.
    void add(const FlowRead& read);

    /// Of each pair of threads in trace order.
    const std::vector<FlowRead>& all() const { return reads_; }

private:
    void thin();

    std::size_t most_;
    EventId grain_ = 1; ///< reads between multiples of it are one
    std::vector<FlowRead> reads_;
    std::map<std::pair<ThreadId, ThreadId>, std::size_t> latest_; ///< in reads_
};

} // namespace ilm

#endif
