// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/span.h"

#include "ilmgen/model/error.h"

#include <limits>

namespace ilm {

std::uint64_t& Span::chain(const Event& event) {
    if (event.thid == last_)
        return *last_chain_;
    const auto [chain, is_new] = chains_.try_emplace(event.thid, 0);
    if (is_new)
        chain->second = predecessors_.fork_of(event).value_or(0);
    last_ = event.thid;
    last_chain_ = &chain->second;
    return chain->second;
}

void Span::add(const Event& event) {
    std::uint64_t& length = chain(event);
    ilm::add(length, event.icnt, place_of(event), "instructions on a chain");
    longest_ = std::max(longest_, length);
    ++since_trim_;
    length = std::max(length, predecessors_.exit_of(event).value_or(0));
    if (const ReleasedLength* const published = predecessors_.releases_of(event))
        length = std::max(length, published->seen_by(event.mode));
    predecessors_.add(event, length);
    if (event.kind == Kind::exit) {
        chains_.erase(event.thid);
        last_ = 0;
    }
}

/// Forgets a published chain that is no longer than every chain that can still grow, because it
/// lengthens none of them.  Example: if the threads are at 100 and 250, a release at 90 is
/// forgotten.  This looks at all chains, so it waits until there are as many events as chains.
void Span::trim() {
    if (since_trim_ < chains_.size() + predecessors_.forks().size())
        return;
    since_trim_ = 0;
    std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [thid, length] : chains_)
        shortest = std::min(shortest, length);
    for (const auto& [child, length] : predecessors_.forks())
        shortest = std::min(shortest, length);
    const auto lengthens_none = [shortest](const ReleasedLength& published) {
        return std::max(published.reads, published.others) <= shortest;
    };
    predecessors_.objects().trim(lengthens_none, [](const ReleasedLength&) {});
}

} // namespace ilm
