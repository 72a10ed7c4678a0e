// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap over virtual time, for ms_print and other viewers of Massif's files.
#ifndef ILMGEN_EMIT_EXPORT_MASSIF_H
#define ILMGEN_EMIT_EXPORT_MASSIF_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: as ms_print of Valgrind 3.19 reads it.  A snapshot is the highest level in a part of the
/// time, on a machine on which nobody waits for a processor, so one snapshot is the peak.  It has a
/// tree of the calls that have allocated the live blocks; some other snapshots have one, too.
void write_massif(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins so was written by write_massif().
bool begins_massif(std::string_view begin);

} // namespace ilm

#endif
