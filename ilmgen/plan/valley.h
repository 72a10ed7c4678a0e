// SPDX-License-Identifier: GPL-2.0-or-later
//
// Computes how the booked memory would change if one thread ran on alone until it has to wait.
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
    std::uint32_t steps = 0; ///< steps to get there; 0: the thread cannot execute a step
};

/// At most this many steps of a thread are looked at, because they are looked at again after each
/// change.
constexpr std::uint32_t far_sight = 64;

/// The thread's next valley: the first point at which no more is booked than now or, if there is
/// none, the lowest point. `first`: a step that is ready. `room`: steps that need more memory than
/// this are not executed.
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
