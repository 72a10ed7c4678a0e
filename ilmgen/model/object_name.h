// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the program calls a synchronisation object.
#ifndef ILMGEN_MODEL_OBJECT_NAME_H
#define ILMGEN_MODEL_OBJECT_NAME_H

#include "ilmgen/model/event.h"

#include <string>

namespace ilm {

/// The variable; of one in a heap block that was allocated `allocated_at`, its place there.  Empty
/// if the trace does not say it.
std::string object_name(const Event& newsync, StackNumber allocated_at, const Stacks& stacks);

} // namespace ilm

#endif
