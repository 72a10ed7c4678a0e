// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap blocks that are alive at a point of a trace, by address, and what the user knows of
// each.
//
// Allocators use addresses again, so an address alone does not tell which block an event is about.
// Example: thread 1 frees a block of 64 bytes, thread 2 gets its address for a block of 32 bytes,
// and then a third thread tells that it has read from the block of 64 bytes. That is not the live
// block, because the sizes differ.
#ifndef ILMGEN_RESOLVE_LIVE_BLOCKS_H
#define ILMGEN_RESOLVE_LIVE_BLOCKS_H

#include "ilmgen/model/event.h"
#include "ilmgen/storage/large_arrays.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tsl/robin_map.h>
#include <utility>

namespace ilm {

/// Spreads addresses, which are multiples of 16 and more, over all bits (multiplicative hashing,
/// Knuth, vol. 3, 6.4).
struct AddressHash {
    std::size_t operator()(Address addr) const {
        constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
        const std::uint64_t product = addr * golden_ratio;
        return product ^ product >> 32;
    }
};

template <class Info>
class LiveBlocks {
public:
    struct Live {
        std::uint64_t size = 0; ///< bytes
        Info info;
    };

    LiveBlocks() { blocks_.max_load_factor(0.8F); }

    /// The block with this address and size; null if the trace has not shown its allocation. If the
    /// size differs it is another block, of an earlier time.
    const Info* find(Address addr, std::uint64_t size) const {
        const auto found = blocks_.find(addr);
        return found == blocks_.end() || found->second.size != size ? nullptr : &found->second.info;
    }
    Info* find(Address addr, std::uint64_t size) {
        return const_cast<Info*>(std::as_const(*this).find(addr, size));
    }
    /// The block at this address, whatever its size; null: none is alive.
    const Info* at(Address addr) const {
        const auto found = blocks_.find(addr);
        return found == blocks_.end() ? nullptr : &found->second.info;
    }

    /// Adds a block. Returns the live block at the same address, whose end was not recorded.
    std::optional<Live> begin(Address addr, std::uint64_t size, Info info) {
        const auto [live, is_new] = blocks_.try_emplace(addr);
        std::optional<Live> replaced;
        if (!is_new)
            replaced = std::move(live.value());
        live.value() = {size, std::move(info)};
        return replaced;
    }
    void end(Address addr) { blocks_.erase(addr); }

private:
    tsl::robin_map<Address, Live, AddressHash, std::equal_to<Address>,
                   LargeAllocator<std::pair<Address, Live>>>
        blocks_;
};

} // namespace ilm

#endif
