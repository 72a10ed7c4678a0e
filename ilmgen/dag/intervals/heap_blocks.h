// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap blocks that are alive at this point of the trace, and how many bytes they have.
#ifndef ILMGEN_DAG_HEAP_BLOCKS_H
#define ILMGEN_DAG_HEAP_BLOCKS_H

#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"
#include "ilmgen/resolve/by_live_block.h"

#include <cstddef>

namespace ilm {

/// A live block and how to find it in the interval that it was born in.
struct LiveBlock {
    std::uint64_t size = 0; ///< bytes
    EventId alloc = 0;
    ThreadId owner = 0;       ///< the thread that allocated it
    std::size_t position = 0; ///< its index among those born in the owner's interval of that time
};

class HeapBlocks {
public:
    /// Null if it is not alive.
    const LiveBlock* find(LiveNumber number) const { return live_.find(number); }

    /// Sets the position of the block with this number, if it is still the one that began with
    /// `alloc`.
    void move(LiveNumber number, EventId alloc, std::size_t position) {
        LiveBlock* const live = live_.find(number);
        if (live != nullptr && live->alloc == alloc)
            live->position = position;
    }

    /// Adds a block. A live block at the same address is forgotten, because its end was not
    /// recorded.
    void begin(const Event& alloc, std::size_t position) {
        const auto replaced =
            live_.begin(alloc.live, {alloc.block.size, alloc.id, alloc.thid, position});
        bytes_ -= replaced ? replaced->size : 0;
        add(bytes_, alloc.block.size, place_of(alloc), "live heap bytes");
        if (bytes_ > peak_) {
            peak_ = bytes_;
            peak_event_ = alloc.id;
        }
    }

    /// Removes a block that find() has found.
    void end(LiveNumber number) {
        bytes_ -= find(number)->size;
        live_.end(number);
    }

    std::uint64_t peak() const { return peak_; } ///< bytes, in trace order
    /// The alloc that first reached the peak; 0 if there is none.
    EventId peak_event() const { return peak_event_; }

private:
    ByLiveBlock<LiveBlock> live_;
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_ = 0;
    EventId peak_event_ = 0;
};

} // namespace ilm

#endif
