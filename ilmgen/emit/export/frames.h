// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls as Valgrind's tools write them in their files.
#ifndef ILMGEN_EMIT_EXPORT_FRAMES_H
#define ILMGEN_EMIT_EXPORT_FRAMES_H

#include "ilmgen/run/run.h"

#include <string>
#include <vector>

namespace ilm {

/// The calls of a stack, including inlined ones, the innermost first. Example: "0x1169: make
/// (app.c:3)", where the number is the offset in the object file. ??? is a function without a name.
/// If the trace does not tell the stack, one frame says so, because a tool that sums up callers
/// would miss it otherwise.
std::vector<std::string> frames_of(const Run& run, StackNumber stack);

} // namespace ilm

#endif
