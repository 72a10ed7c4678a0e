// SPDX-License-Identifier: GPL-2.0-or-later
//
// Memory by the places in the program that it was asked for at: what is live, and what was when
// most was.
#ifndef ILMGEN_DAG_SITE_LEDGER_H
#define ILMGEN_DAG_SITE_LEDGER_H

#include "ilmgen/dag/heap_blocks.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ilm {

/// What has been asked for at a place, whose number its user knows, and by whom.
struct SiteShare {
    std::uint32_t site = 0;
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::vector<ThreadId> owners;
};

class SiteLedger {
public:
    struct Block {
        Address addr = 0;
        std::uint64_t size = 0;
    };

    /// A live block at the same address is forgotten.
    void begin(Block block, std::uint32_t site, ThreadId owner);
    /// Nothing happens if there is no such block.
    void end(Block block);

    /// When as many bytes were live as never before; the largest share first, then by site.
    std::vector<SiteShare> at_peak() const;
    /// The same for what is live now.
    std::vector<SiteShare> live() const;
    /// The most bytes that were live.
    std::uint64_t peak() const { return highest_; }

private:
    struct Share {
        std::uint64_t bytes = 0;
        std::uint64_t blocks = 0;
    };

    /// What a thread has asked for at one site.  What that was at the peak is put down when it
    /// changes after it; so `at_peak` counts if it is of the latest peak, else `live` does.
    struct Account {
        Share live;
        Share at_peak;
        std::uint64_t peak = 0; ///< number of that peak
    };

    struct Live {
        std::size_t account = 0;
        std::uint64_t size = 0;
    };

    void forget(Address addr);
    Account& changing(std::size_t account);
    const Share& share_at_peak(const Account& account) const;
    template <class ShareOf>
    std::vector<SiteShare> by_site(ShareOf share_of) const;

    std::map<std::pair<std::uint32_t, ThreadId>, std::size_t> index_; ///< into accounts_
    std::vector<Account> accounts_;
    tsl::robin_map<Address, Live, AddressHash> live_;
    std::uint64_t bytes_ = 0;
    std::uint64_t highest_ = 0;
    std::uint64_t peaks_ = 0;
};

/// The first few as a table; the last column says where.
FigureTable table_of(const char* name, const char* where, const std::vector<SiteShare>& shares,
                     const std::function<std::string(std::uint32_t site)>& name_of);

} // namespace ilm

#endif
