// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/site_ledger.h"

#include <algorithm>

namespace ilm {

SiteLedger::Asked SiteLedger::begin(std::uint64_t size, std::uint32_t site, ThreadId owner) {
    const auto [found, is_new] = index_.try_emplace({site, owner}, accounts_.size());
    if (is_new)
        accounts_.push_back({{}, {}, peaks_});
    Account& account = changing(found->second);
    account.live.bytes += size;
    ++account.live.blocks;
    bytes_ += size;
    if (bytes_ > highest_) {
        highest_ = bytes_;
        ++peaks_;
    }
    return {size, found->second};
}

void SiteLedger::end(const Asked& asked) {
    Account& account = changing(asked.account);
    account.live.bytes -= asked.size;
    --account.live.blocks;
    bytes_ -= asked.size;
}

SiteLedger::Account& SiteLedger::changing(std::size_t index) {
    Account& account = accounts_[index];
    if (account.peak != peaks_) {
        account.peak = peaks_;
        account.at_peak = account.live;
    }
    return account;
}

const SiteLedger::Share& SiteLedger::share_at_peak(const Account& account) const {
    return account.peak == peaks_ ? account.at_peak : account.live;
}

/// The owners of a site are next to each other in the map.
template <class ShareOf>
std::vector<SiteShare> SiteLedger::by_site(ShareOf share_of) const {
    std::vector<SiteShare> shares;
    for (const auto& [key, index] : index_) {
        const Share& share = share_of(accounts_[index]);
        if (share.blocks == 0)
            continue;
        if (shares.empty() || shares.back().site != key.first)
            shares.push_back({key.first, 0, 0, {}});
        shares.back().bytes += share.bytes;
        shares.back().blocks += share.blocks;
        shares.back().owners.push_back(key.second);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const SiteShare& a, const SiteShare& b) { return a.bytes > b.bytes; });
    return shares;
}

std::vector<SiteShare> SiteLedger::at_peak() const {
    return by_site(
        [this](const Account& account) -> const Share& { return share_at_peak(account); });
}

std::vector<SiteShare> SiteLedger::live() const {
    return by_site([](const Account& account) -> const Share& { return account.live; });
}

namespace {

std::string list_of(const std::vector<ThreadId>& threads) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < threads.size() && i < most; ++i)
        text += (i == 0 ? "" : " ") + std::to_string(threads[i]);
    if (threads.size() > most)
        text += " and " + std::to_string(threads.size() - most) + " more";
    return text;
}

} // namespace

Table table_of(const char* name, const char* where, const std::vector<SiteShare>& shares,
               const std::function<std::string(std::uint32_t site)>& name_of) {
    constexpr std::size_t most_sites = 5;
    Table table{name,
                {{"bytes", Measure::bytes},
                 {"blocks", Measure::count},
                 {"threads", Measure::count},
                 {where}}};
    for (std::size_t i = 0; i < shares.size() && i < most_sites; ++i) {
        const SiteShare& share = shares[i];
        table.rows.push_back(
            {share.bytes, share.blocks, list_of(share.owners), name_of(share.site)});
    }
    make_integers(table, 2);
    return table;
}

} // namespace ilm
