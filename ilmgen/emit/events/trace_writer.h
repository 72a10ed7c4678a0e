// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as a raw trace.
#ifndef ILMGEN_EMIT_EVENTS_TRACE_WRITER_H
#define ILMGEN_EMIT_EVENTS_TRACE_WRITER_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>

namespace ilm {

std::unique_ptr<EventWriter> trace_writer(OutputFile& out);

} // namespace ilm

#endif
