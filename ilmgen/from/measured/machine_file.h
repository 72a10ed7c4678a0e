// SPDX-License-Identifier: GPL-2.0-or-later
//
// machine.json, which `hpcmp --machine` writes (docs/machine-format.md).
#ifndef ILMGEN_FROM_MEASURED_MACHINE_FILE_H
#define ILMGEN_FROM_MEASURED_MACHINE_FILE_H

#include "ilmgen/model/machine_costs.h"

#include <string>

namespace ilm {

/// Throws Error (measured_file.h) if the file cannot be read, is of another kind, or lacks a cost.
MachineCosts read_machine_file(const std::string& name);

} // namespace ilm

#endif
