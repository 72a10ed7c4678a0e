// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as a raw trace.
#ifndef ILMGEN_EMIT_TRACE_WRITER_H
#define ILMGEN_EMIT_TRACE_WRITER_H

#include "ilmgen/emit/event_writer.h"

namespace ilm {

std::unique_ptr<EventWriter> trace_writer(OutputFile& out);

} // namespace ilm

#endif
