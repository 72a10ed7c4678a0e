// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps what a stage knows of each live heap block, by the number that the resolver has given the
// block. Example: a stage keeps where block 7 was allocated; when block 7 has ended and another
// block gets the number, it keeps that of the new block.
#ifndef ILMGEN_RESOLVE_BY_LIVE_BLOCK_H
#define ILMGEN_RESOLVE_BY_LIVE_BLOCK_H

#include "ilmgen/model/event.h"
#include "ilmgen/storage/large_arrays.h"

#include <optional>
#include <utility>

namespace ilm {

template <class Info>
class ByLiveBlock {
public:
    /// Null if there is no such block.
    const Info* find(LiveNumber number) const {
        return number < infos_.size() && infos_[number] ? &*infos_[number] : nullptr;
    }
    Info* find(LiveNumber number) { return const_cast<Info*>(std::as_const(*this).find(number)); }

    /// Adds a block. Returns what was known of the block that had the number, whose end was not
    /// recorded.
    std::optional<Info> begin(LiveNumber number, Info info) {
        if (number >= infos_.size())
            infos_.resize(number + std::size_t{1});
        return std::exchange(infos_[number], std::move(info));
    }
    /// Nothing happens if there is no such block.
    void end(LiveNumber number) {
        if (number < infos_.size())
            infos_[number].reset();
    }

private:
    LargeVector<std::optional<Info>> infos_;
};

} // namespace ilm

#endif
