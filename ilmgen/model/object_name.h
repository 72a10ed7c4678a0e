// SPDX-License-Identifier: GPL-2.0-or-later
//
// The program's name for a synchronisation object.
#ifndef ILMGEN_MODEL_OBJECT_NAME_H
#define ILMGEN_MODEL_OBJECT_NAME_H

#include "ilmgen/model/event.h"

#include <string>

namespace ilm {

/// Returns where an object lies in the program's memory.  Words of atomic operations have other
/// addresses in the trace (HP_ATOMIC_ADDRESSES).
Address address_in_memory(Address object);

/// Returns the name of the variable.  For an object in a heap block, which was allocated
/// `allocated_at`, it returns the object's place there.  Empty if the trace does not say it.
std::string object_name(const Event& newsync, StackNumber allocated_at, const Stacks& stacks);

} // namespace ilm

#endif
