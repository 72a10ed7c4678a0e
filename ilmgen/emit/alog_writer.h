// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as an Alog, for its viewers and for ourselves
// (docs/own-logs.md).
#ifndef ILMGEN_EMIT_ALOG_WRITER_H
#define ILMGEN_EMIT_ALOG_WRITER_H

#include "ilmgen/emit/event_writer.h"

namespace ilm {

std::unique_ptr<EventWriter> alog_writer(OutputFile& out);

} // namespace ilm

#endif
