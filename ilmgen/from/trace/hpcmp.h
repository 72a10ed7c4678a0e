// SPDX-License-Identifier: GPL-2.0-or-later
//
// Our own raw traces among the logs that can be read.
#ifndef ILMGEN_FROM_TRACE_HPCMP_H
#define ILMGEN_FROM_TRACE_HPCMP_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string_view>

namespace ilm {

bool begins_hpcmp(std::string_view begin);
std::unique_ptr<LogReader> hpcmp_reader(LogSources& sources, const Reading& how);

} // namespace ilm

#endif
