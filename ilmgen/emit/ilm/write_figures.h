// SPDX-License-Identifier: GPL-2.0-or-later
//
// --stats, for a person and for a program.
#ifndef ILMGEN_EMIT_ILM_WRITE_FIGURES_H
#define ILMGEN_EMIT_ILM_WRITE_FIGURES_H

#include "ilmgen/dag/stats.h"
#include "ilmgen/emit/file/output_file.h"

#include <iosfwd>

namespace ilm {

void write_text(const Figures& figures, std::ostream& out);
void write_json(const Figures& figures, OutputFile& out);

} // namespace ilm

#endif
