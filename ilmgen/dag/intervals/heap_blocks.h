// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap blocks that are alive at this point of the trace, by address.
#ifndef ILMGEN_DAG_HEAP_BLOCKS_H
#define ILMGEN_DAG_HEAP_BLOCKS_H

#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"

#include <cstddef>
#include <tsl/robin_map.h>

namespace ilm {

/// A live block and how to find it in the interval that it was born in.
struct LiveBlock {
    EventId alloc = 0;
    std::uint64_t size = 0;
    ThreadId owner = 0;       ///< the thread that allocated it
    std::size_t position = 0; ///< its index among those born in the owner's interval of that time
};

/// Spreads addresses, which are multiples of 16 and more, over all bits (multiplicative hashing,
/// Knuth, vol. 3, 6.4).
struct AddressHash {
    std::size_t operator()(Address addr) const {
        constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
        const std::uint64_t product = addr * golden_ratio;
        return product ^ product >> 32;
    }
};

class HeapBlocks {
public:
    HeapBlocks() { live_.max_load_factor(0.8F); }

    /// The block with this address and size; null if the trace has not shown its allocation.  If
    /// the size differs it is another block, of an earlier time.
    const LiveBlock* find(Address addr, std::uint64_t size) const {
        const auto found = live_.find(addr);
        return found == live_.end() || found->second.size != size ? nullptr : &found->second;
    }

    /// Sets the position of this block, if it is still live.
    void move(const MemBlock& block, std::size_t position) {
        const auto found = live_.find(block.addr);
        if (found != live_.end() && found->second.alloc == block.alloc)
            found.value().position = position;
    }

    /// Adds a block. A live block at the same address is forgotten, because its end was not
    /// recorded.
    void begin(const Event& alloc, std::size_t position) {
        LiveBlock& block = live_[alloc.block.addr];
        bytes_ -= block.size;
        block = {alloc.id, alloc.block.size, alloc.thid, position};
        add(bytes_, block.size, place_of(alloc), "live heap bytes");
        if (bytes_ > peak_) {
            peak_ = bytes_;
            peak_event_ = alloc.id;
        }
    }

    /// Removes the live block at this address; there must be one.
    void end(Address addr) {
        const auto block = live_.find(addr);
        bytes_ -= block->second.size;
        live_.erase(block);
    }

    std::uint64_t peak() const { return peak_; } ///< bytes, in trace order
    EventId peak_event() const {
        return peak_event_;
    } ///< the alloc that first reached it; 0 if none

private:
    tsl::robin_map<Address, LiveBlock, AddressHash> live_;
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_ = 0;
    EventId peak_event_ = 0;
};

} // namespace ilm

#endif
