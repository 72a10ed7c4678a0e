// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files may be replaced without a question if a command for the same kind of output has written
// them.
#ifndef ILMGEN_COMMAND_REPLACEABLE_H
#define ILMGEN_COMMAND_REPLACEABLE_H

#include "ilmgen/command/outputs.h"
#include "ilmgen/emit/file/output_file.h"

#include <string>

namespace ilm {

/// Throws Error if there is a regular file of this name that is not empty and contains anything but
/// an output of the wanted kind, because that would be lost.
void check_replaceable(const std::string& path, const OutputKind& wanted);

/// The same check, to be made when a file is complete; no check with --force. `wanted` is one of
/// outputs(), so it outlives the guard.
OutputFile::Guard replacement_guard(const OutputKind& wanted, bool force);

} // namespace ilm

#endif
