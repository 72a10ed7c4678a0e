// SPDX-License-Identifier: GPL-2.0-or-later
//
// Counts memory by the places in the program that asked for it: what is live, and what was live at
// the peak.
#ifndef ILMGEN_DAG_SITE_LEDGER_H
#define ILMGEN_DAG_SITE_LEDGER_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ilm {

/// The memory that was asked for at a place, and the threads that asked for it.  The user of the
/// ledger knows which place the number means.
struct SiteShare {
    std::uint32_t site = 0;
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::vector<ThreadId> owners;
};

class SiteLedger {
public:
    /// A piece of memory in the account of its site and owner.
    struct Asked {
        std::uint64_t size = 0; ///< bytes
        std::size_t account = 0;
    };

    Asked begin(std::uint64_t size, std::uint32_t site, ThreadId owner);
    void end(const Asked& asked);

    /// The shares at the peak, when more bytes were live than ever before; the largest share first,
    /// then by site.
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

    /// The memory that a thread has asked for at one site. `at_peak` is written when the account
    /// first changes after a peak. So if `peak` is the latest peak, `at_peak` is the share at that
    /// peak. Otherwise the account has not changed since that peak, and `live` is the share.
    struct Account {
        Share live;
        Share at_peak;
        std::uint64_t peak = 0; ///< number of that peak
    };

    Account& changing(std::size_t account);
    const Share& share_at_peak(const Account& account) const;
    template <class ShareOf>
    std::vector<SiteShare> by_site(ShareOf share_of) const;

    std::map<std::pair<std::uint32_t, ThreadId>, std::size_t> index_; ///< into accounts_
    std::vector<Account> accounts_;
    std::uint64_t bytes_ = 0;
    std::uint64_t highest_ = 0;
    std::uint64_t peaks_ = 0;
};

/// The first few shares as a table. The last column contains the name of the site.
Table table_of(const char* name, const char* where, const std::vector<SiteShare>& shares,
               const std::function<std::string(std::uint32_t site)>& name_of);

} // namespace ilm

#endif
