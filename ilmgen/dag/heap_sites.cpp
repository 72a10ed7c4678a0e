// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/heap_sites.h"

#include <algorithm>
#include <string>

namespace ilm {

void HeapSites::event(const Event& event) {
    if (event.new_stacks != nullptr)
        stacks_.add(*event.new_stacks);
    if (event.kind == Kind::alloc)
        begin(event);
    else if (event.kind == Kind::free)
        if (const auto block = live_.find(event.block.addr);
            block != live_.end() && block->second.size == event.block.size)
            end(event.block.addr);
}

/// As HeapBlocks: a live block at the same address is forgotten.
void HeapSites::begin(const Event& alloc) {
    if (live_.contains(alloc.block.addr))
        end(alloc.block.addr);
    const auto [found, is_new] = index_.try_emplace({alloc.at, alloc.thid}, sites_.size());
    if (is_new)
        sites_.push_back({alloc.at, alloc.thid, {}, {}, peaks_});
    Site& site = changing(found->second);
    site.live.bytes += alloc.block.size;
    ++site.live.blocks;
    live_[alloc.block.addr] = {found->second, alloc.block.size};
    bytes_ += alloc.block.size;
    if (bytes_ > highest_) {
        highest_ = bytes_;
        ++peaks_;
    }
}

void HeapSites::end(Address addr) {
    const Live block = live_.at(addr);
    Site& site = changing(block.site);
    site.live.bytes -= block.size;
    --site.live.blocks;
    bytes_ -= block.size;
    live_.erase(addr);
}

HeapSites::Site& HeapSites::changing(std::size_t index) {
    Site& site = sites_[index];
    if (site.peak != peaks_) {
        site.peak = peaks_;
        site.at_peak = site.live;
    }
    return site;
}

const HeapSites::Share& HeapSites::share_at_peak(const Site& site) const {
    return site.peak == peaks_ ? site.at_peak : site.live;
}

/// The map has the owners of a stack beside each other.
template <class ShareOf>
std::vector<SiteShare> HeapSites::by_stack(ShareOf share_of) const {
    std::vector<SiteShare> shares;
    for (const auto& [key, index] : index_) {
        const Share& share = share_of(sites_[index]);
        if (share.blocks == 0)
            continue;
        if (shares.empty() || shares.back().at != key.first)
            shares.push_back({key.first, 0, 0, {}});
        shares.back().bytes += share.bytes;
        shares.back().blocks += share.blocks;
        shares.back().owners.push_back(key.second);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const SiteShare& a, const SiteShare& b) { return a.bytes > b.bytes; });
    return shares;
}

std::vector<SiteShare> HeapSites::at_peak() const {
    return by_stack([this](const Site& site) -> const Share& { return share_at_peak(site); });
}

std::vector<SiteShare> HeapSites::never_freed() const {
    return by_stack([](const Site& site) -> const Share& { return site.live; });
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

FigureTable table_of(const char* name, const std::vector<SiteShare>& shares, const Stacks& stacks) {
    constexpr std::size_t most_sites = 5;
    constexpr unsigned most_calls = 3;
    FigureTable table{name, {"bytes", "blocks", "threads", "allocated_at"}, {}, true};
    for (std::size_t i = 0; i < shares.size() && i < most_sites; ++i) {
        const SiteShare& share = shares[i];
        table.rows.push_back({std::to_string(share.bytes), std::to_string(share.blocks),
                              list_of(share.owners),
                              share.at == 0 ? "not told" : stacks.places(share.at, most_calls)});
    }
    return table;
}

} // namespace

void HeapSites::add_to(LogFigures& figures) const {
    if (stacks_.empty())
        return;
    if (const std::vector<SiteShare> shares = at_peak(); !shares.empty())
        figures.tables.push_back(table_of("heap_at_its_peak", shares, stacks_));
    if (const std::vector<SiteShare> shares = never_freed(); !shares.empty())
        figures.tables.push_back(table_of("never_freed", shares, stacks_));
}

} // namespace ilm
