// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/heap_sites.h"

#include "shared/trace_vocabulary.h"

#include <charconv>
#include <optional>

namespace ilm {

namespace {

/// Takes `what` away from the text's beginning.
bool skip(std::string_view& text, std::string_view what) {
    if (!text.starts_with(what))
        return false;
    text.remove_prefix(what.size());
    return true;
}

std::optional<std::uint64_t> take_number(std::string_view& text, int base) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// Reads address and size of the pages that an info is about.  The rest of the text then says what
/// has become of the pages.
std::optional<SiteLedger::Block> take_pages(std::string_view& text) {
    if (!skip(text, TRACE_INFO_PAGES "0x"))
        return std::nullopt;
    const auto addr = take_number(text, 16);
    if (!addr || !skip(text, ", "))
        return std::nullopt;
    const auto size = take_number(text, 10);
    if (!size || !skip(text, " bytes, "))
        return std::nullopt;
    return SiteLedger::Block{*addr, *size};
}

} // namespace

void HeapSites::event(const Event& event) {
    if (event.new_stacks != nullptr)
        stacks_.add(*event.new_stacks);
    if (event.kind == Kind::alloc)
        heap_.begin({event.block.addr, event.block.size}, event.at, event.thid);
    else if (event.kind == Kind::free)
        heap_.end({event.block.addr, event.block.size});
    else if (event.kind == Kind::info)
        info(event);
}

void HeapSites::info(const Event& event) {
    std::string_view text = event.text;
    const std::optional<SiteLedger::Block> pages = take_pages(text);
    if (!pages)
        return;
    if (skip(text, TRACE_INFO_LENT))
        pages_.begin(*pages, page_site(std::string(text)), event.thid);
    else if (text == TRACE_INFO_GIVEN_BACK)
        pages_.end(*pages);
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
