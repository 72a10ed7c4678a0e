// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/plans/list_schedule.h"

namespace bench {

namespace {

/// Steps are activated in the serial order, as long as their memory can be booked.  This never gets
/// stuck: if all that is activated has ended, as much is booked as in the serial order, so the next
/// step fits.
class Activation {
public:
    Activation(const Problem& problem, std::int64_t memory, const SerialOrder& serial)
        : problem_(problem), memory_(memory), serial_(serial), is_active_(problem.size()) {
        activate();
    }

    bool may_begin(TaskIndex step) const { return is_active_[step]; }
    void begin(TaskIndex /*step*/) {}
    void end(TaskIndex step) {
        booked_ += problem_.steps[step].balance - problem_.steps[step].highest;
        activate();
    }

private:
    void activate() {
        for (; next_ < serial_.size(); ++next_) {
            const std::int64_t needed = problem_.steps[serial_[next_]].highest;
            if (booked_ + needed > memory_)
                return;
            booked_ += needed;
            is_active_[serial_[next_]] = true;
        }
    }

    const Problem& problem_;
    const std::int64_t memory_;
    const SerialOrder& serial_;
    std::vector<bool> is_active_;
    std::size_t next_ = 0; ///< place of the first step that is not active
    std::int64_t booked_ = 0;
};

} // namespace

std::optional<Schedule> activation(const Problem& problem, const PlanLimits& limits,
                                   const SerialOrder& serial) {
    Activation rule(problem, limits.memory, serial);
    return ListScheduler(problem, limits.processors, rule).schedule();
}

} // namespace bench
