// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads a trace on one thread, and passes its events to the sink on another one.
#ifndef ILMGEN_FROM_TRACE_PARALLEL_READER_H
#define ILMGEN_FROM_TRACE_PARALLEL_READER_H

#include "ilmgen/from/trace/trace_reader.h"

namespace ilm {

/// Does what read_trace() does, with the same result, and the same calls of the sink on this
/// thread.  Another thread reads the source, some thousand events ahead.
std::optional<Damage> read_trace_in_parallel(ByteSource& source, EventSink& sink,
                                             Declaration* declared = nullptr);

} // namespace ilm

#endif
