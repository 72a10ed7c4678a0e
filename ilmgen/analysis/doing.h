// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_DOING_H
#define ILMGEN_ANALYSIS_DOING_H

#include <functional>
#include <string>

namespace ilm {

/// Is told what takes time now.
using Doing = std::function<void(const std::string& what)>;

/// For who does not want to know.
inline void silently(const std::string& /*what*/) {}

} // namespace ilm

#endif
