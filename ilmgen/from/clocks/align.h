// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes the clocks of a log agree: no event is earlier than one that it comes
// after.  Only times change; what comes after what never depends on them.
#ifndef ILMGEN_FROM_CLOCKS_ALIGN_H
#define ILMGEN_FROM_CLOCKS_ALIGN_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>

namespace ilm {

/// Reads the log, with its times changed as little as it takes (docs/clocks.md).
std::unique_ptr<LogReader> aligned_log(std::unique_ptr<LogReader> log);

} // namespace ilm

#endif
