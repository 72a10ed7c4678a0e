// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as an Alog, for its viewers and for ourselves
// (docs/own-logs.md).
#ifndef ILMGEN_EMIT_EVENTS_ALOG_WRITER_H
#define ILMGEN_EMIT_EVENTS_ALOG_WRITER_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

std::unique_ptr<EventWriter> alog_writer(OutputFile& out);

/// Whether a file that begins so is an Alog log that ilmgen has written.
bool begins_emitted_alog(std::string_view begin);

} // namespace ilm

#endif
