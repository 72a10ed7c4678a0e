// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds by how much clocks have to be shifted so that nothing is received before it is sent. This
// is a system of difference constraints (Bellman). The wanted solution changes the clocks least.
#ifndef ILMGEN_LOGS_CLOCKS_SHIFTS_H
#define ILMGEN_LOGS_CLOCKS_SHIFTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ilm {

/// By these two clocks, the fastest message from one to the other took `slack` ticks. It is less
/// than 0 if the message arrived before it was sent. So shift[from] - shift[to] <= slack.
struct ClockConstraint {
    std::size_t from = 0;
    std::size_t to = 0;
    std::int64_t slack = 0; ///< at most 2^61, either way
};

struct ClockShifts {
    std::vector<std::int64_t> shifts; ///< by clock: ticks to add
    std::int64_t early = 0; ///< how much too early messages still arrive, because no shifts can
                            ///< avoid it; 0 if there is no contradiction
};

/// Finds the shifts with the least possible `early` and, among these, those with the least sum of
/// absolute values.  So clocks that agree with each other stay as they are.  Both are integers
/// because the constraints are a network's.  For more than few_clocks, returns shifts that only
/// move clocks forward, each as little as possible.
ClockShifts least_shifts(std::size_t clocks, std::vector<ClockConstraint> constraints);

/// With this many clocks, least_shifts() takes some seconds, whatever the messages are.
constexpr std::size_t few_clocks = 16'000;

} // namespace ilm

#endif
