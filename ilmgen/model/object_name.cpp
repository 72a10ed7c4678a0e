// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/object_name.h"

namespace ilm {

std::string object_name(const Event& newsync, StackNumber allocated_at, const Stacks& stacks) {
    if (newsync.block.alloc == 0)
        return std::string(newsync.name);
    if (allocated_at == 0)
        return {};
    const Address offset = newsync.object - newsync.block.addr;
    return "block from " + stacks.place(allocated_at) +
           (offset == 0 ? "" : " + " + std::to_string(offset));
}

} // namespace ilm
