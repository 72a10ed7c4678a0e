// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/status.h"

namespace ilm {

void Status::write(ByteWriter& out) const {
    out.put(is_busy ? 1 : 0);
    out.put(static_cast<std::uint64_t>(waits));
    out.put(beginning.is_later ? 1 : 0);
    for (const std::uint64_t value : {beginning.tick, beginning.pid, clock, number})
        out.put(value);
}

void Status::read(ByteReader& in) {
    is_busy = in.number() != 0;
    waits = static_cast<Waits>(in.number());
    beginning.is_later = in.number() != 0;
    for (std::uint64_t* const value : {&beginning.tick, &beginning.pid, &clock, &number})
        *value = in.number();
}

} // namespace ilm
