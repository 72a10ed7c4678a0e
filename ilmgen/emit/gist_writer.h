// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events as a Gist log, for its viewers and for ourselves
// (docs/own-logs.md).
#ifndef ILMGEN_EMIT_GIST_WRITER_H
#define ILMGEN_EMIT_GIST_WRITER_H

#include "ilmgen/emit/event_writer.h"

namespace ilm {

std::unique_ptr<EventWriter> gist_writer(OutputFile& out);

} // namespace ilm

#endif
