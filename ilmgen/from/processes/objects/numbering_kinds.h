// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rules for each kind of object.
#ifndef ILMGEN_FROM_PROCESSES_NUMBERING_KINDS_H
#define ILMGEN_FROM_PROCESSES_NUMBERING_KINDS_H

#include "ilmgen/from/processes/objects/numbering.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace ilm {

/// `value`: the value of a semaphore, or the number of participants of a barrier; 0 if that is not
/// known.
std::unique_ptr<Numbering> numbering_of(std::string_view prim, std::uint64_t value);

} // namespace ilm

#endif
