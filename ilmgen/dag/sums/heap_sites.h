// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the places in the program that memory comes from: the heap's blocks at its peak and those
// never freed, and, apart from them, pages that the kernel has lent.
#ifndef ILMGEN_DAG_HEAP_SITES_H
#define ILMGEN_DAG_HEAP_SITES_H

#include "ilmgen/dag/sums/site_ledger.h"
#include "ilmgen/facts/fact.h"
#include "ilmgen/resolve/by_live_block.h"
#include "ilmgen/resolve/live_blocks.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

class HeapSites : public EventSink {
public:
    void event(const Event& event) override;

    /// By stack.  In trace order; the bytes at the peak sum up to HeapBlocks::peak().
    const SiteLedger& heap() const { return heap_; }

    /// The largest sites as tables, with names, if the trace tells where blocks come from.
    void add_to(LogFigures& figures) const;

private:
    void end_block(LiveNumber number);
    void page_event(const Pages& pages, ThreadId thid);
    std::uint32_t page_site(const std::string& place);

    Stacks stacks_;
    SiteLedger heap_; ///< by stack
    ByLiveBlock<SiteLedger::Asked> blocks_;
    SiteLedger pages_;                   ///< by index into page_sites_
    LiveBlocks<SiteLedger::Asked> lent_; ///< by address
    std::vector<std::string> page_sites_;
    std::unordered_map<std::string, std::uint32_t> page_site_index_;
};

} // namespace ilm

#endif
