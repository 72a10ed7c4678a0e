// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/shared_objects.h"

#include "ilmgen/resolve/sync_objects.h"

#include <algorithm>
#include <utility>

namespace ilm {

std::vector<SharedObject::ProcessNumber> SharedObject::release(std::uint64_t seq,
                                                               std::uint64_t clock) {
    Round& round = rounds_[seq];
    ++round.released;
    round.clock = std::max(round.clock, clock);
    if (round.released < releases_)
        return {};
    std::vector<ProcessNumber> waiting = std::exchange(round.waiting, {});
    if (has_receipts())
        forget_oldest();
    return waiting;
}

/// As many are remembered as the order of a model remembers of messages.
void SharedObject::forget_oldest() {
    while (rounds_.size() > remembered_rounds(TRACE_PRIM_MESSAGE) &&
           rounds_.begin()->second.waiting.empty())
        rounds_.erase(rounds_.begin());
}

std::vector<SharedObject::ProcessNumber> SharedObject::complete(std::uint64_t seq,
                                                                std::uint64_t clock) {
    Round& round = rounds_[seq];
    round.released = releases_;
    round.clock = clock;
    return std::exchange(round.waiting, {});
}

bool SharedObject::is_complete(std::uint64_t seq) const {
    const auto round = rounds_.find(seq);
    return round != rounds_.end() && round->second.released >= releases_;
}

std::uint64_t SharedObject::acquire(std::uint64_t seq) {
    const auto round = rounds_.find(seq);
    if (round == rounds_.end())
        return 0;
    const std::uint64_t clock = round->second.clock;
    if (++round->second.acquired >= acquires_ && round->second.waiting.empty())
        rounds_.erase(round);
    return clock;
}

SharedObject& SharedObjects::named(const SharedObjectInfo& info) {
    const Address next = address(objects_.size());
    return objects_.try_emplace(std::string(info.name), info, next).first->second;
}

} // namespace ilm
