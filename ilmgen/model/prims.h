// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kinds of synchronisation primitives that ilmgen knows (shared/primitives.def).
#ifndef ILMGEN_MODEL_PRIMS_H
#define ILMGEN_MODEL_PRIMS_H

#include "shared/trace_vocabulary.h"

#include <cstdint>
#include <string_view>

namespace ilm {

/// How a thread that holds an object of this kind excludes others: not at all, from the whole
/// object, or from a part of it.
enum class Holding : std::uint8_t { nothing, lock, part_lock };

struct KnownPrim {
    std::string_view name;
    Holding holding;
};

inline constexpr KnownPrim known_prims[] = {
#define PRIM(ID, name, holding) {name, Holding::holding},
#include "shared/primitives.def"
};

/// Whether one thread, or several readers, hold the whole object, so that the machine, not the
/// program, chooses the next holder. False for locks on files, because each of them holds a range
/// of bytes, and the trace does not contain the range. The function takes one comparison for each
/// kind of lock, because the compiler drops the rows of all other kinds.
constexpr bool is_lock(std::string_view prim) {
#define PRIM(ID, name, holding)                                                                    \
    if (Holding::holding == Holding::lock && prim == name)                                         \
        return true;
#include "shared/primitives.def"
    return false;
}

} // namespace ilm

#endif
