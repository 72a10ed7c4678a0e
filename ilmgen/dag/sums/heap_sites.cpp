// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/heap_sites.h"

#include "ilmgen/facts/event_facts.h"

namespace ilm {

void HeapSites::event(const Event& event) {
    if (event.new_stacks != nullptr)
        stacks_.add(*event.new_stacks);
    if (event.kind == Kind::alloc) {
        end_block(event.live); // if its end was not recorded
        blocks_.begin(event.live, heap_.begin(event.block.size, event.at, event.thid));
    } else if (event.kind == Kind::free) {
        end_block(event.live);
    } else if (const auto* const pages = fact_in<Pages>(event)) {
        page_event(*pages, event.thid);
    }
}

void HeapSites::end_block(LiveNumber number) {
    if (const SiteLedger::Asked* const asked = blocks_.find(number))
        heap_.end(*asked);
    blocks_.end(number);
}

void HeapSites::page_event(const Pages& pages, ThreadId thid) {
    // If pages are lent again, their end was not recorded.
    const SiteLedger::Asked* const lent =
        pages.lent_at ? lent_.at(pages.addr) : lent_.find(pages.addr, pages.size);
    if (lent != nullptr) {
        pages_.end(*lent);
        lent_.end(pages.addr);
    }
    if (pages.lent_at)
        lent_.begin(pages.addr, pages.size,
                    pages_.begin(pages.size, page_site(std::string(*pages.lent_at)), thid));
}

std::uint32_t HeapSites::page_site(const std::string& place) {
    const auto next = static_cast<std::uint32_t>(page_sites_.size());
    const auto [found, is_new] = page_site_index_.try_emplace(place, next);
    if (is_new)
        page_sites_.push_back(place);
    return found->second;
}

void HeapSites::add_to(LogFigures& figures) const {
    constexpr unsigned most_calls = 3;
    const auto stack = [this](StackNumber at) {
        return at == 0 ? "not told" : stacks_.places(at, most_calls);
    };
    const auto place = [this](std::uint32_t site) {
        return page_sites_[site].empty() ? "not told" : page_sites_[site];
    };
    const auto add = [&](const char* name, const char* where, const std::vector<SiteShare>& shares,
                         const auto& name_of) {
        if (!shares.empty())
            figures.tables.push_back(table_of(name, where, shares, name_of));
    };
    if (!stacks_.empty()) {
        add("heap_at_its_peak", "allocated_at", heap_.at_peak(), stack);
        add("never_freed", "allocated_at", heap_.live(), stack);
    }
    if (pages_.peak() > 0)
        figures.counts.emplace_back("peak_pages", pages_.peak());
    add("pages_at_their_peak", "lent_at", pages_.at_peak(), place);
    add("pages_not_given_back", "lent_at", pages_.live(), place);
}

} // namespace ilm
