// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names in a trace by which several processes know an object or a channel.
#ifndef ILMGEN_MPI_COMMON_NAMES_H
#define ILMGEN_MPI_COMMON_NAMES_H

#include <functional>
#include <string>
#include <string_view>

namespace ilm {

/// Calls `visit` on each name, perhaps several times. A channel's names are its keys. If the trace
/// is damaged, the names behind the damage are left out. The process that reads the trace reports
/// the damage.
void visit_common_names(const std::string& trace,
                        const std::function<void(std::string_view)>& visit);

} // namespace ilm

#endif
