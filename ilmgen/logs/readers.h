// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface of this folder to the rest of ilmgen. For each format of other systems there is a
// function that recognises such a log by its first bytes, and one that makes its reader.
#ifndef ILMGEN_LOGS_READERS_H
#define ILMGEN_LOGS_READERS_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string_view>

namespace ilm {

/// Gist's logs (docs/gist-format.md).
bool begins_gist(std::string_view begin);
std::unique_ptr<LogReader> gist_reader(LogSources& sources, const Reading& how);

/// Alog's logs (docs/alog-format.md), of which MPE wrote a dialect.
bool begins_alog(std::string_view begin);
std::unique_ptr<LogReader> alog_reader(LogSources& sources, const Reading& how);

/// A run of LPEL or S-Net, from the logs of its workers (docs/lpel-format.md).
bool begins_lpel(std::string_view begin);
std::unique_ptr<LogReader> lpel_reader(LogSources& sources, const Reading& how);

/// Reads the log, and changes its times as little as possible (docs/clocks.md), so that no event is
/// earlier than an event that it comes after. Only times change, because the order of events never
/// depends on times.
std::unique_ptr<LogReader> aligned_log(std::unique_ptr<LogReader> log);

} // namespace ilm

#endif
