// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of Ada's subprograms, which GNAT writes into debug information as the linker knows them
// (exp_dbug.ads in GNAT's sources describes how).
#ifndef ILMGEN_MODEL_ADA_NAME_H
#define ILMGEN_MODEL_ADA_NAME_H

#include <string>
#include <string_view>

namespace ilm {

/// Whether the file of this name is Ada's: C has functions such as a__b, too, and they stay as they
/// are.
bool is_ada_file(std::string_view file);

/// As people write it: "lists__sort__2" is "lists.sort", "lists__Oadd" is lists."+", and the main
/// procedure "_ada_main" is "main".  A name that is not made so is returned as it is.
std::string ada_name(const std::string& linked);

} // namespace ilm

#endif
