// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events in files of several formats. For each format there is a function that makes its writer,
// and one that recognises such a file by its first bytes. The comment at the top of the writer's
// source file describes the format.
#ifndef ILMGEN_EMIT_EVENTS_EVENT_WRITERS_H
#define ILMGEN_EMIT_EVENTS_EVENT_WRITERS_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

std::unique_ptr<EventWriter> trace_writer(OutputFile& out);

std::unique_ptr<EventWriter> arrow_writer(OutputFile& out);

/// Whether a file that begins with these bytes is such a list of arrows.
bool begins_arrows(std::string_view begin);

std::unique_ptr<EventWriter> text_writer(OutputFile& out);

/// Whether the first line is an event as a person reads it: "12 t3 +4000 @70 acq 0x1f0 mutex".
bool begins_text(std::string_view begin);

} // namespace ilm

#endif
