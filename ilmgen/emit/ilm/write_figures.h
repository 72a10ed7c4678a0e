// SPDX-License-Identifier: GPL-2.0-or-later
//
// --stats, for a person and for a program.
#ifndef ILMGEN_EMIT_ILM_WRITE_FIGURES_H
#define ILMGEN_EMIT_ILM_WRITE_FIGURES_H

#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/emit/file/output_file.h"

#include <iosfwd>
#include <string_view>

namespace ilm {

void write_text(const Figures& figures, std::ostream& out);
void write_json(const Figures& figures, OutputFile& out);

/// Whether a file that begins with these bytes contains the figures as JSON.
bool begins_figures(std::string_view begin);

} // namespace ilm

#endif
