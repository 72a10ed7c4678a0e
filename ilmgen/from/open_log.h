// SPDX-License-Identifier: GPL-2.0-or-later
//
// The formats of logs that can be read, and which of them files are of.
#ifndef ILMGEN_FROM_OPEN_LOG_H
#define ILMGEN_FROM_OPEN_LOG_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// Throws Error if the format is not known, or if these files do not have it.
std::unique_ptr<LogReader> open_log(LogSources& sources, const Reading& how);

/// The format, by its content, of a file that is a log of another system; empty if it is none, or
/// there is no such file.
std::string log_format(const std::string& path);

/// "an Alog log" for what begins so; empty if no other system's log does.
std::string foreign_log(std::string_view begin);

/// The names that Reading::from may have, besides "auto".
std::vector<std::string> log_formats();

} // namespace ilm

#endif
