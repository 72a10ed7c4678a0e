// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names in a trace by which several processes know an object or a channel.
#ifndef ILMGEN_MPI_COMMON_NAMES_H
#define ILMGEN_MPI_COMMON_NAMES_H

#include <functional>
#include <string>
#include <string_view>

namespace ilm {

/// Calls `visit` on each name, perhaps several times.  Of a channel these are its keys.  A trace
/// that cannot be read has none from there on; who reads it will say so.
void visit_common_names(const std::string& trace,
                        const std::function<void(std::string_view)>& visit);

} // namespace ilm

#endif
