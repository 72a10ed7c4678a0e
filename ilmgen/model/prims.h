// SPDX-License-Identifier: GPL-2.0-or-later
//
// ilmgen knows this of kinds of synchronisation primitives (shared/primitives.def).
#ifndef ILMGEN_MODEL_PRIMS_H
#define ILMGEN_MODEL_PRIMS_H

#include "shared/trace_vocabulary.h"

#include <cstdint>
#include <string_view>

namespace ilm {

/// A thread that holds an object of this kind keeps these out.
enum class Holding : std::uint8_t { nothing, lock, part_lock };

struct KnownPrim {
    std::string_view name;
    Holding holding;
};

inline constexpr KnownPrim known_prims[] = {
#define PRIM(ID, name, holding) {name, Holding::holding},
#include "shared/primitives.def"
};

/// Whether one thread, or several readers, hold the whole object: the machine, not the program,
/// chooses the next holder.  False for locks on files, because each is of a range of bytes, which
/// the trace does not say.  One comparison for each lock, because the compiler drops the other
/// rows.
constexpr bool is_lock(std::string_view prim) {
#define PRIM(ID, name, holding)                                                                    \
    if (Holding::holding == Holding::lock && prim == name)                                         \
        return true;
#include "shared/primitives.def"
    return false;
}

} // namespace ilm

#endif
