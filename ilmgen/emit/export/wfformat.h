// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tasks of a run for WfCommons and other tools for workflows.
#ifndef ILMGEN_EMIT_EXPORT_WFFORMAT_H
#define ILMGEN_EMIT_EXPORT_WFFORMAT_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: WfFormat 1.5, by its JSON schema (wfcommons/WfFormat, wfcommons-schema.json); its
/// readers ask for some members that the schema leaves out.  Members of our own: `thread` and
/// `heapChangeInBytes`, of tasks.
void write_wfformat(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins so was written by write_wfformat().
bool begins_wfformat(std::string_view begin);

} // namespace ilm

#endif
