// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run of LPEL or S-Net, from the logs of its workers (docs/lpel-format.md).
#ifndef ILMGEN_FROM_LPEL_LPEL_H
#define ILMGEN_FROM_LPEL_LPEL_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string_view>

namespace ilm {

bool begins_lpel(std::string_view begin);
std::unique_ptr<LogReader> lpel_reader(LogSources& sources, const Reading& how);

} // namespace ilm

#endif
