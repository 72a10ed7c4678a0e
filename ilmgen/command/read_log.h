// SPDX-License-Identifier: GPL-2.0-or-later
//
// Leads the events of a log through all that take them.
#ifndef ILMGEN_COMMAND_READ_LOG_H
#define ILMGEN_COMMAND_READ_LOG_H

#include "ilmgen/command/progress.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <optional>

namespace ilm {

/// `builder` is one of the sinks behind `sink`, and is finished here.  Returns the damage that
/// keeps the log from being read to its end, if it may be overlooked (`recover`).  Throws Error for
/// other damage.
std::optional<Damage> read_log(LogReader& log, const LogSources& sources, EventSink& sink,
                               IlmBuilder& builder, bool recover, StatusLine& status);

} // namespace ilm

#endif
