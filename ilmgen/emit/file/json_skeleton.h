// SPDX-License-Identifier: GPL-2.0-or-later
//
// Recognises JSON texts that ilmgen has written by how they begin, whatever numbers and white space
// they contain.
#ifndef ILMGEN_EMIT_FILE_JSON_SKELETON_H
#define ILMGEN_EMIT_FILE_JSON_SKELETON_H

#include <string>
#include <string_view>

namespace ilm {

/// The first 160 characters of a JSON text, without white space and signs, and with one 0 in place
/// of each row of digits, even inside keys and strings. Example: '{ "schemaVersion": "1.5" }'
/// becomes '{"schemaVersion":"0.0"}'.
std::string json_skeleton(std::string_view text);

} // namespace ilm

#endif
