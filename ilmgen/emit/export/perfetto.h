// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes a file with which Perfetto's viewer shows what each thread does when.
#ifndef ILMGEN_EMIT_EXPORT_PERFETTO_H
#define ILMGEN_EMIT_EXPORT_PERFETTO_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Format: a Trace of TrackEvents, as Perfetto's page "Writing TrackEvent Protos Synthetically"
/// describes it.  A track for each thread, on a machine on which nobody waits for a processor:
/// slices of work, called after the function that most of it is in, and of waits, called after what
/// is waited for.  Flows lead from the events that end waits to those that have waited, and along
/// the critical path.  Counters: bytes of the heap, threads that work.  A nanosecond is a unit of
/// cost, unless this is a time.  Throws Error for times of 2^63 ns and more.
void write_perfetto(const Run& run, const std::string& cost, OutputFile& out);

/// Whether the first packet, field 1, has a track, field 60, whose process is said to be written by
/// ilmgen.  Only the command comes before that.
bool begins_perfetto(std::string_view begin);

} // namespace ilm

#endif
