// SPDX-License-Identifier: GPL-2.0-or-later
//
// Heap blocks by allocation site, for dh_view.html, the viewer of Valgrind's DHAT.
#ifndef ILMGEN_EMIT_EXPORT_DHAT_H
#define ILMGEN_EMIT_EXPORT_DHAT_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: version 2, as DHAT of Valgrind 3.19 writes it and its viewer checks it, without `acc`,
/// the accesses to each byte.  Time is that of a machine on which nobody waits for a processor.  A
/// site's most (`mb`) is its own, at whatever time; DHAT's is what it had when all the heap grew to
/// a new peak in it.
void write_dhat(const Run& run, const std::string& cost, OutputFile& out);

/// Whether a file that begins so was written by write_dhat().
bool begins_dhat(std::string_view begin);

} // namespace ilm

#endif
