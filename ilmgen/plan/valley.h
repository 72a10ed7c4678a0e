// SPDX-License-Identifier: GPL-2.0-or-later
//
// Computes what a thread would do to the memory if it ran on alone, as far as it does not wait.
//
// Orders with a small peak let a thread run to its next valley, the lowest point of its memory that
// is reached after its next hill (Liu, "An application of generalized tree pebbling to sparse
// matrix factorization", 1987, does it for trees).  Example: a thread whose next steps book 100,
// 40, 60 and 10 bytes climbs a hill of 100 and comes down to 10.
#ifndef ILMGEN_PLAN_VALLEY_H
#define ILMGEN_PLAN_VALLEY_H

#include "ilmgen/plan/progress.h"

#include <cstdint>
#include <limits>

namespace ilm {

struct Valley {
    std::int64_t hill = 0;   ///< bytes that are needed on the way, beyond what is booked now
    std::int64_t depth = 0;  ///< bytes that are booked in the end, beyond what is booked now
    std::uint32_t steps = 0; ///< to get there; 0: the thread cannot take one
};

/// Looks at so many steps of a thread at most, because it has to look again after each change.
constexpr std::uint32_t far_sight = 64;

/// The lowest point of the thread's memory, or the first one that is not above where it is now.
/// `first`: a step that is ready.  `room`: steps that need more than this are not taken.
inline Valley valley_of(const Problem& problem, const SerialProgress& progress, TaskIndex first,
                        std::int64_t room = std::numeric_limits<std::int64_t>::max()) {
    Valley valley;
    std::int64_t booked = 0;
    std::int64_t hill = 0;
    std::uint32_t steps = 0;
    for (TaskIndex step = first; step != no_task && steps < far_sight; step = problem.next[step]) {
        if (step != first && !progress.only_waits_for_thread(step))
            break;
        if (booked + problem.steps[step].highest > room)
            break;
        hill = std::max(hill, booked + problem.steps[step].highest);
        booked += problem.steps[step].balance;
        ++steps;
        if (valley.steps == 0 || booked < valley.depth)
            valley = {hill, booked, steps};
        if (booked <= 0)
            break;
    }
    return valley;
}

} // namespace ilm

#endif
