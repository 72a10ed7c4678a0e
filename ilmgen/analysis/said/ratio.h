// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_RATIO_H
#define ILMGEN_ANALYSIS_RATIO_H

#include <cstdint>

namespace ilm {

/// a / b; 0 if b is.
inline double ratio(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

} // namespace ilm

#endif
