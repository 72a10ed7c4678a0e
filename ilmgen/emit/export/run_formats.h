// SPDX-License-Identifier: GPL-2.0-or-later
//
// The formats of other tools that a run can be written in.
#ifndef ILMGEN_EMIT_EXPORT_RUN_FORMATS_H
#define ILMGEN_EMIT_EXPORT_RUN_FORMATS_H

#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <vector>

namespace ilm {

/// Writes a whole file.  `cost`: the unit of the run's work.
using RunWriter = void (*)(const Run& run, const std::string& cost, OutputFile& out);

/// Writes several files.
using ArchiveWriter = void (*)(const Run& run, const std::string& cost, OutputArchive& out);

/// Each returns null if there is no format of this name, or if the other one writes it.
RunWriter run_writer(const std::string& format);
ArchiveWriter archive_writer(const std::string& format);

/// Whether run_writer() or archive_writer() knows the name.
bool is_run_format(const std::string& format);

/// Throws Error if this ilmgen was built without the format.
void check_run_format(const std::string& format);

/// The names that are known.
std::vector<std::string> run_formats();

/// The name of a file of this format, unless the user gives another one.
std::string run_file_name(const std::string& format);

} // namespace ilm

#endif
