// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where in the program the heap's blocks come from: those at its peak, and those never freed.
#ifndef ILMGEN_DAG_HEAP_SITES_H
#define ILMGEN_DAG_HEAP_SITES_H

#include "ilmgen/dag/heap_blocks.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <map>
#include <vector>

namespace ilm {

/// The blocks that have been allocated with the same stack, and by whom.
struct SiteShare {
    StackNumber at = 0;
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::vector<ThreadId> owners;
};

class HeapSites : public EventSink {
public:
    void event(const Event& event) override;

    /// In trace order, when as many bytes were live as never before; the largest first, then by
    /// stack.  Their bytes sum up to HeapBlocks::peak().
    std::vector<SiteShare> at_peak() const;
    /// The same after the last event.
    std::vector<SiteShare> never_freed() const;

    /// The largest of both as tables, with names, if the trace tells where blocks come from.
    void add_to(LogFigures& figures) const;

private:
    struct Share {
        std::uint64_t bytes = 0;
        std::uint64_t blocks = 0;
    };

    /// What a thread has allocated at one stack.  What that was at the peak is put down when it
    /// changes after it; so `at_peak` counts if it is of the latest peak, else `live` does.
    struct Site {
        StackNumber at;
        ThreadId owner;
        Share live;
        Share at_peak;
        std::uint64_t peak = 0; ///< number of that peak
    };

    struct Live {
        std::size_t site = 0;
        std::uint64_t size = 0;
    };

    void begin(const Event& alloc);
    void end(Address addr);
    Site& changing(std::size_t site);
    const Share& share_at_peak(const Site& site) const;
    template <class ShareOf>
    std::vector<SiteShare> by_stack(ShareOf share_of) const;

    Stacks stacks_;
    std::map<std::pair<StackNumber, ThreadId>, std::size_t> index_; ///< into sites_
    std::vector<Site> sites_;
    tsl::robin_map<Address, Live, AddressHash> live_;
    std::uint64_t bytes_ = 0;
    std::uint64_t highest_ = 0;
    std::uint64_t peaks_ = 0;
};

} // namespace ilm

#endif
