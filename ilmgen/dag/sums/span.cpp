// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/span.h"

#include "ilmgen/model/error.h"

#include <limits>

namespace ilm {

std::uint64_t& Span::chain(ThreadId thid) {
    if (thid == last_)
        return *last_chain_;
    const auto [chain, is_new] = chains_.try_emplace(thid, 0);
    if (const auto fork = forks_.find(thid); is_new && fork != forks_.end()) {
        chain->second = fork->second;
        forks_.erase(fork);
    }
    last_ = thid;
    last_chain_ = &chain->second;
    return chain->second;
}

void Span::join(std::uint64_t& chain, ThreadId child) {
    if (const auto exit = exits_.find(child); exit != exits_.end()) {
        chain = std::max(chain, exit->second);
        exits_.erase(exit);
    }
}

void Span::add(const Event& event) {
    std::uint64_t& length = chain(event.thid);
    ilm::add(length, event.icnt, place_of(event), "instructions on a chain");
    longest_ = std::max(longest_, length);
    ++since_trim_;
    switch (event.kind) {
    case Kind::info:
    case Kind::alloc:
    case Kind::free: break;
    case Kind::newsync: objects_.begin(event); break;
    case Kind::delsync: objects_.end(event); break;
    case Kind::fork: forks_.emplace(event.other, length); break;
    case Kind::join: join(length, event.other); break;
    case Kind::rel: objects_.release(event, length); break;
    case Kind::acq:
        if (const ReleasedLength* published = objects_.acquire(event))
            length = std::max(length, published->seen_by(event.mode));
        break;
    case Kind::exit:
        exits_.emplace(event.thid, length);
        chains_.erase(event.thid);
        last_ = 0;
        break;
    }
}

/// Forgets a published chain that is no longer than every chain that can still grow, because it
/// lengthens none of them.  Example: if the threads are at 100 and 250, a release at 90 is
/// forgotten.  This looks at all chains, so it waits until there are as many events as chains.
void Span::trim() {
    if (since_trim_ < chains_.size() + forks_.size())
        return;
    since_trim_ = 0;
    std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [thid, length] : chains_)
        shortest = std::min(shortest, length);
    for (const auto& [child, length] : forks_)
        shortest = std::min(shortest, length);
    const auto lengthens_none = [shortest](const ReleasedLength& published) {
        return std::max(published.reads, published.others) <= shortest;
    };
    objects_.trim(lengthens_none, [](const ReleasedLength&) {});
}

} // namespace ilm
