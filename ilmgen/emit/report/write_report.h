// SPDX-License-Identifier: GPL-2.0-or-later
//
// --report, for a person and for a program.
#ifndef ILMGEN_EMIT_REPORT_WRITE_REPORT_H
#define ILMGEN_EMIT_REPORT_WRITE_REPORT_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/emit/file/output_file.h"

#include <string_view>

namespace ilm {

/// Writes the findings, then the sections with the first rows of each table.
void write_text(const Report& report, OutputFile& out);
void write_json(const Report& report, OutputFile& out);

/// Whether a file that begins with these bytes is a report as text or as JSON.
bool begins_report(std::string_view begin);

} // namespace ilm

#endif
