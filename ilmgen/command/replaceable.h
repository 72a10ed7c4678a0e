// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files may be replaced without a question if a command like this one has
// written them.
#ifndef ILMGEN_COMMAND_REPLACEABLE_H
#define ILMGEN_COMMAND_REPLACEABLE_H

#include "ilmgen/emit/file/output_file.h"

#include <string>

namespace ilm {

/// The name for the output of --stats=FILE, as --emit has names for outputs.
constexpr const char* emit_figures = "figures";
/// The name for the output of --report=FILE.
constexpr const char* emit_report = "report";

/// Throws Error if there is a regular file of this name that is not empty and contains anything but
/// what this --emit writes, because that would be lost.
void check_replaceable(const std::string& path, const std::string& emit);

/// The same check, to be made when a file is complete; none with --force.
OutputFile::Guard replacement_guard(const std::string& emit, bool force);

} // namespace ilm

#endif
