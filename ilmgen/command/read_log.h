// SPDX-License-Identifier: GPL-2.0-or-later
//
// Passes the events of a log to everything that takes events.
#ifndef ILMGEN_COMMAND_READ_LOG_H
#define ILMGEN_COMMAND_READ_LOG_H

#include "ilmgen/command/progress.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <optional>

namespace ilm {

/// `builder` is one of the sinks behind `sink`, and is finished here. If the log cannot be read to
/// its end, returns the damage if it may be overlooked (`recover`), and throws Error otherwise.
std::optional<Damage> read_log(LogReader& log, const LogSources& sources, EventSink& sink,
                               IlmBuilder& builder, bool recover, StatusLine& status);

} // namespace ilm

#endif
