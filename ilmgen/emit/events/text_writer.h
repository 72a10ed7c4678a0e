// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events for a person: a line each,
//
//    ID tTHREAD +INSTRUCTIONS WHAT ...
//
// with blocks as ADDRESS[SIZE] and traffic on them as rN wN, in bytes
// (docs/manual.md).  Nothing reads it back.
#ifndef ILMGEN_EMIT_EVENTS_TEXT_WRITER_H
#define ILMGEN_EMIT_EVENTS_TEXT_WRITER_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

std::unique_ptr<EventWriter> text_writer(OutputFile& out);

/// Whether the first line is an event as a person reads it: "12 t3 +4000 @70 acq 0x1f0 mutex".
bool begins_text(std::string_view begin);

} // namespace ilm

#endif
