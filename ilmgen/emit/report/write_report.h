// SPDX-License-Identifier: GPL-2.0-or-later
//
// --report, for a person and for a program.
#ifndef ILMGEN_EMIT_REPORT_WRITE_REPORT_H
#define ILMGEN_EMIT_REPORT_WRITE_REPORT_H

#include "ilmgen/analysis/table.h"
#include "ilmgen/emit/file/output_file.h"

namespace ilm {

/// Writes the findings, then the sections with the first rows of each table.
void write_text(const Report& report, OutputFile& out);
void write_json(const Report& report, OutputFile& out);

} // namespace ilm

#endif
