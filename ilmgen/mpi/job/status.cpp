// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/status.h"

#include <cstdint>

namespace ilm {

void Status::write(ByteWriter& out) const {
    out.put(is_busy ? 1 : 0);
    out.put(static_cast<std::uint64_t>(next.waits));
    out.put(next.beginning.is_later ? 1 : 0);
    for (const std::uint64_t value :
         {next.beginning.tick, next.beginning.pid, next.clock, next.number})
        out.put(value);
}

void Status::read(ByteReader& in) {
    is_busy = in.number() != 0;
    next.waits = static_cast<Waits>(in.number());
    next.beginning.is_later = in.number() != 0;
    for (std::uint64_t* const value :
         {&next.beginning.tick, &next.beginning.pid, &next.clock, &next.number})
        *value = in.number();
}

} // namespace ilm
