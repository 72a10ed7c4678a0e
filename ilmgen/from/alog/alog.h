// SPDX-License-Identifier: GPL-2.0-or-later
//
// Alog's logs (docs/alog-format.md), of which MPE wrote a dialect.
#ifndef ILMGEN_FROM_ALOG_ALOG_H
#define ILMGEN_FROM_ALOG_ALOG_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string_view>

namespace ilm {

bool begins_alog(std::string_view begin);
std::unique_ptr<LogReader> alog_reader(LogSources& sources, const Reading& how);

} // namespace ilm

#endif
