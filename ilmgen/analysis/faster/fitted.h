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

/// A replay with the figure at this value.
struct Fitted {
    double figure = 0;
    std::uint64_t time = 0;
};

/// Halves the interval between the usual figure and `other` until a replay takes about as long as
/// `wanted`. The result is the nearest replay of all that were tried, because a time that jumps may
/// never be near. If `wanted` is not between the times at both ends, this figure alone cannot be
/// the reason, and the result is the usual replay.
Fitted fitted(const Fitted& usual, double other, double wanted,
              const std::function<std::uint64_t(double)>& time_of);

} // namespace ilm

#endif
