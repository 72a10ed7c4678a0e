// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which files may be replaced without a question: those that a command like
// this one has written.
#ifndef ILMGEN_COMMAND_REPLACEABLE_H
#define ILMGEN_COMMAND_REPLACEABLE_H

#include "ilmgen/emit/file/output_file.h"

#include <string>

namespace ilm {

/// What --stats=FILE writes, among the names of --emit.
constexpr const char* emit_figures = "figures";
/// What --report=FILE writes.
constexpr const char* emit_report = "report";

/// Throws Error if there is a regular file of this name, not empty, with anything but what this
/// --emit writes in it: something else would be lost.
void check_replaceable(const std::string& path, const std::string& emit);

/// The same, to be asked when a file is complete; none with --force.
OutputFile::Guard replacement_guard(const std::string& emit, bool force);

} // namespace ilm

#endif
