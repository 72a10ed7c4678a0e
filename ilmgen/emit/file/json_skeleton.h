// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tells JSON texts of ilmgen's own from others by how they begin, whatever their numbers and
// however they are indented.
#ifndef ILMGEN_EMIT_FILE_JSON_SKELETON_H
#define ILMGEN_EMIT_FILE_JSON_SKELETON_H

#include <string>
#include <string_view>

namespace ilm {

/// The first 160 characters of a JSON text without white space and signs, each number, also one
/// that is a key, as one 0.  Example: of '{ "schemaVersion": "1.5" }' it is
/// '{"schemaVersion":"0.0"}'.
std::string json_skeleton(std::string_view text);

} // namespace ilm

#endif
