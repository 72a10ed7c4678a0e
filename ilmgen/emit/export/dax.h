// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tasks of a run for SimGrid and other simulators that read the DAX files
// of Pegasus.
#ifndef ILMGEN_EMIT_EXPORT_DAX_H
#define ILMGEN_EMIT_EXPORT_DAX_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: DAX 2.1, as far as the DTD of SimGrid 3.32 (src/dag/dax.dtd) has it.  The file contains
/// jobs and their order; the jobs are the tasks of write_wfformat().  DAX cannot express memory.
void write_dax(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins so was written by write_dax().
bool begins_dax(std::string_view begin);

} // namespace ilm

#endif
