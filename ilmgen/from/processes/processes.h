// SPDX-License-Identifier: GPL-2.0-or-later
//
// Several traces of hpcmp's: the processes of one run.
#ifndef ILMGEN_FROM_PROCESSES_PROCESSES_H
#define ILMGEN_FROM_PROCESSES_PROCESSES_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>

namespace ilm {

std::unique_ptr<LogReader> processes_reader(LogSources& sources, const Reading& how);

} // namespace ilm

#endif
