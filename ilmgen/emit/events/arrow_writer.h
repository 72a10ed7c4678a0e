// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes matched pairs, a JSON text on each line, in the order of their ends
// (docs/arrows-format.md).
#ifndef ILMGEN_EMIT_EVENTS_ARROW_WRITER_H
#define ILMGEN_EMIT_EVENTS_ARROW_WRITER_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

std::unique_ptr<EventWriter> arrow_writer(OutputFile& out);

/// Whether a file that begins so is such a list of arrows.
bool begins_arrows(std::string_view begin);

} // namespace ilm

#endif
