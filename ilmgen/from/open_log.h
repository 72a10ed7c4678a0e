// SPDX-License-Identifier: GPL-2.0-or-later
//
// The formats of logs that can be read, and how to find the format of a file.
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

/// The format of a file that is a log of another system, by its content. Empty if the file is no
/// such log, or does not exist.
std::string log_format(const std::string& path);

/// "an Alog log" if a log of Alog begins with these bytes. Empty if no log of another system does.
std::string foreign_log(std::string_view begin);

/// The names that Reading::from may have, besides "auto".
std::vector<std::string> log_formats();

} // namespace ilm

#endif
