// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events as logs of other systems, which ilmgen reads again (docs/own-logs.md).
#ifndef ILMGEN_LOGS_WRITTEN_LOG_WRITERS_H
#define ILMGEN_LOGS_WRITTEN_LOG_WRITERS_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

std::unique_ptr<EventWriter> alog_writer(OutputFile& out);

/// Whether a file that begins with these bytes is an Alog log that ilmgen has written.
bool begins_emitted_alog(std::string_view begin);

std::unique_ptr<EventWriter> gist_writer(OutputFile& out);

/// Whether a file that begins with these bytes is a Gist log that ilmgen has written.
bool begins_emitted_gist(std::string_view begin);

} // namespace ilm

#endif
