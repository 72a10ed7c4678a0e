// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/called_by_hpcmp.h"

#include <cstdlib>

namespace ilm {

namespace {

/// Empty: ilmgen was called by somebody else.
std::string folder_of_traces() {
    const char* const named = std::getenv("HPCMP_TRACES");
    return named != nullptr ? named : "";
}

} // namespace

std::string name_in_messages(const std::string& path) {
    const std::string folder = folder_of_traces() + "/";
    return folder.size() > 1 && path.starts_with(folder) ? path.substr(folder.size()) : path;
}

std::string without_no_children() {
    return folder_of_traces().empty()
               ? "without --no-children, hpcmp --record and valgrind with --trace-children=yes"
               : "without --no-children";
}

} // namespace ilm
