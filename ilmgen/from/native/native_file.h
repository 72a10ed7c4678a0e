// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_FROM_NATIVE_NATIVE_FILE_H
#define ILMGEN_FROM_NATIVE_NATIVE_FILE_H

#include "ilmgen/model/native.h"

#include <string>

namespace ilm {

/// Reads the run on one processor in a file of `hpcmp --native` (docs/native-format.md).  Throws
/// Error, which names the file, and the key or the byte, if it cannot be read, a key is missing, a
/// number is negative or no number, or the parts exceed the sum.
Native read_native(const std::string& path);

} // namespace ilm

#endif
