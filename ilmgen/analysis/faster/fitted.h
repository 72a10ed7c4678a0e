// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the value of an uncertain figure with which a replay takes as long as a native run.
#ifndef ILMGEN_ANALYSIS_FITTED_H
#define ILMGEN_ANALYSIS_FITTED_H

#include <cmath>
#include <cstdint>
#include <functional>

namespace ilm {

/// How far a time is from another one, if twice as long is as far as half as long.
inline double distance(std::uint64_t time, double from) {
    return std::abs(std::log(static_cast<double>(time) / from));
}

/// Half a per cent.
inline bool is_close(std::uint64_t time, double wanted) {
    return distance(time, wanted) < 0.005;
}

/// A replay with the figure at this value.
struct Fitted {
    double figure = 0;
    std::uint64_t time = 0;
    bool is_reason = false; ///< `wanted` is between the times of the interval's ends, or is_close()
};

/// Halves the interval between the usual figure and `other` until a time is_close(). The result is
/// the nearest replay of all that were tried, because a time that jumps may never be near. If this
/// figure alone cannot be the reason, the result is the usual replay.
Fitted fitted(const Fitted& usual, double other, double wanted,
              const std::function<std::uint64_t(double)>& time_of);

} // namespace ilm

#endif
