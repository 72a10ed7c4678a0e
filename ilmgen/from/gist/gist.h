// SPDX-License-Identifier: GPL-2.0-or-later
//
// Gist's logs (docs/gist-format.md).
#ifndef ILMGEN_FROM_GIST_GIST_H
#define ILMGEN_FROM_GIST_GIST_H

#include "ilmgen/from/log/log_reader.h"

#include <memory>
#include <string_view>

namespace ilm {

bool begins_gist(std::string_view begin);
std::unique_ptr<LogReader> gist_reader(LogSources& sources, const Reading& how);

} // namespace ilm

#endif
