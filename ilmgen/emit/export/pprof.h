// SPDX-License-Identifier: GPL-2.0-or-later
//
// Work, waits and heap by stack and thread, for pprof.
#ifndef ILMGEN_EMIT_EXPORT_PPROF_H
#define ILMGEN_EMIT_EXPORT_PPROF_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: profile.proto of github.com/google/pprof.  Each type of value sums up, over all samples,
/// to what the run has of it: critical to the span, work to the work of all threads, alloc_space to
/// the bytes allocated, inuse_space to the peak, waited to all waits, and so does caused.  Work is
/// divided among stacks as samples tell it.  Throws Error if a value is more than the format takes.
void write_pprof(const Run& run, const std::string& cost, OutputFile& out);

/// Whether the table of strings comes first and the first that is not empty says who writes: field
/// 6, its length and so on.
bool begins_pprof(std::string_view begin);

} // namespace ilm

#endif
