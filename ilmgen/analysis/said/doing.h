// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_DOING_H
#define ILMGEN_ANALYSIS_DOING_H

#include <functional>
#include <string>

namespace ilm {

/// Called with a text about the work that begins now and may take long.
using Doing = std::function<void(const std::string& what)>;

/// For a caller that does not want to show it.
inline void silently(const std::string& /*what*/) {}

} // namespace ilm

#endif
