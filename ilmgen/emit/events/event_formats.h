// SPDX-License-Identifier: GPL-2.0-or-later
//
// The formats that events can be written in.
#ifndef ILMGEN_EMIT_EVENTS_EVENT_FORMATS_H
#define ILMGEN_EMIT_EVENTS_EVENT_FORMATS_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string>
#include <vector>

namespace ilm {

/// Null if there is no format of this name.
std::unique_ptr<EventWriter> event_writer(const std::string& format, OutputFile& out);

/// The names that event_writer() knows.
std::vector<std::string> event_formats();

} // namespace ilm

#endif
