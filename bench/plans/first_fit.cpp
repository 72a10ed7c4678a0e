// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/plans/list_schedule.h"

namespace bench {

namespace {

struct Fits {
    const Problem& problem;
    const std::int64_t memory;
    std::int64_t booked = 0;

    bool may_begin(TaskIndex step) const { return booked + problem.steps[step].highest <= memory; }
    void begin(TaskIndex step) { booked += problem.steps[step].highest; }
    void end(TaskIndex step) {
        booked += problem.steps[step].balance - problem.steps[step].highest;
    }
};

} // namespace

std::optional<Schedule> first_fit(const Problem& problem, const PlanLimits& limits,
                                  const SerialOrder& /*serial*/) {
    Fits fits{problem, limits.memory};
    return ListScheduler(problem, limits.processors, fits).schedule();
}

} // namespace bench
