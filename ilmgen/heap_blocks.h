// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap blocks that are alive at this point of the trace, by address.
#ifndef ILMGEN_HEAP_BLOCKS_H
#define ILMGEN_HEAP_BLOCKS_H

#include "ilmgen/error.h"
#include "ilmgen/model.h"

#include <memory_resource>
#include <unordered_map>

namespace ilm {

/// A live block and how to find it in the interval that it was born in.
struct LiveBlock {
    EventId alloc = 0;
    std::uint64_t size = 0;
    ThreadId owner = 0;       ///< the thread that allocated it
    std::size_t position = 0; ///< its index among those born in the owner's interval of that time
};

class HeapBlocks {
public:
    /// The block with this address and size; null if the trace has not shown its allocation.  If
    /// the size differs it is another block, of an earlier time.
    LiveBlock* find(Address addr, std::uint64_t size) {
        const auto found = live_.find(addr);
        return found == live_.end() || found->second.size != size ? nullptr : &found->second;
    }
    const LiveBlock* find(Address addr, std::uint64_t size) const {
        const auto found = live_.find(addr);
        return found == live_.end() || found->second.size != size ? nullptr : &found->second;
    }

    /// A live block at the same address is forgotten: its end was not recorded.
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

    /// The block is one that find() gives.
    void end(Address addr, const LiveBlock& block) {
        bytes_ -= block.size;
        live_.erase(addr);
    }

    std::uint64_t peak() const { return peak_; } ///< bytes, in trace order
    EventId peak_event() const {
        return peak_event_;
    } ///< the alloc that first reached it; 0 if none

private:
    std::pmr::unsynchronized_pool_resource memory_;
    std::pmr::unordered_map<Address, LiveBlock> live_{&memory_};
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_ = 0;
    EventId peak_event_ = 0;
};

} // namespace ilm

#endif
