// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far a time may be off, because the measured figures that it is computed from are uncertain.
#ifndef ILMGEN_ANALYSIS_TIME_RANGE_H
#define ILMGEN_ANALYSIS_TIME_RANGE_H

#include "ilmgen/analysis/said/ratio.h"

#include <cstdint>

namespace ilm {

/// Both ends are 0 if nothing is known about how far the time may be off.
struct TimeRange {
    std::uint64_t p10 = 0; ///< in one of ten cases the time is shorter
    std::uint64_t p90 = 0; ///< in one of ten cases it is longer

    /// Whether a sentence shows both ends in place of the time.
    bool is_wide() const {
        constexpr double worth_showing = 1.2;
        return ratio(p90, p10) > worth_showing;
    }
};

} // namespace ilm

#endif
