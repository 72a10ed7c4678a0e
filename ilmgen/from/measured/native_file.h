// SPDX-License-Identifier: GPL-2.0-or-later
//
// native.json, which `hpcmp --native` writes (docs/native-format.md).
#ifndef ILMGEN_FROM_MEASURED_NATIVE_FILE_H
#define ILMGEN_FROM_MEASURED_NATIVE_FILE_H

#include "ilmgen/model/native.h"

#include <string>

namespace ilm {

/// The run on one processor. Throws Error (measured_file.h) if the file cannot be read, is of
/// another kind, lacks a figure, or has parts that exceed their sum.
Native read_native(const std::string& path);

} // namespace ilm

#endif
