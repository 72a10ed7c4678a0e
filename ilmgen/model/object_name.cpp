// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/object_name.h"

#include "shared/object_addresses.h"

namespace ilm {

Address address_in_memory(Address object) {
    return object < HP_ATOMIC_ADDRESSES ? object : object - HP_ATOMIC_ADDRESSES;
}

std::string object_name(const Event& newsync, StackNumber allocated_at, const Stacks& stacks) {
    if (newsync.block.alloc == 0)
        return std::string(newsync.name);
    if (allocated_at == 0)
        return {};
    const Address offset = address_in_memory(newsync.object) - newsync.block.addr;
    return "block from " + stacks.place(allocated_at) +
           (offset == 0 ? "" : " + " + std::to_string(offset));
}

} // namespace ilm
