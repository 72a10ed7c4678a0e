// SPDX-License-Identifier: GPL-2.0-or-later
//
// The costs, in a replay, of a thread's wait for another thread.
//
// A thread that sleeps is woken by a system call. The waker pays the call, and the sleeper runs
// later. Both take longer if it has slept longer, because its processor sleeps more deeply then.
// Between two measured rows (MachineCosts), costs are interpolated linearly. Example: after 1,000
// ns asleep a thread runs 10 us after the call, after 10,000 ns 20 us; after 5,500 ns it takes 15
// us. If no processor is free, the sleeper waits for one, and the waker's call is cheaper.
//
// A thread that spins sees the other thread's store as soon as the cache line has come.  The code
// that waits decides which threads spin:
//
//    spin locks, words of atomic operations, MPI    spin
//    OpenMP's threads in a team                     spin if there are processors for all threads
//    all others                                     sleep
#ifndef ILMGEN_ANALYSIS_HAND_OVERS_H
#define ILMGEN_ANALYSIS_HAND_OVERS_H

#include "ilmgen/model/machine_costs.h"
#include "ilmgen/run/run.h"

#include <boost/dynamic_bitset.hpp>

#include <cstdint>
#include <string>

namespace ilm {

/// The nanoseconds of a unit of the run's cost, which is one of "instructions", "ns", "us", ...
/// Throws Error if they are not known.
double nanoseconds_of_unit(const std::string& cost, const MachineCosts& costs);

/// Times are in the run's unit of cost.
class HandOvers {
public:
    /// `unit`: the nanoseconds of a unit of the run's cost.
    HandOvers(const Run& run, const MachineCosts& costs, double unit);

    /// The same, but with all costs at this position (Distribution::at()); the usual one is 0.
    HandOvers at(double position) const;

    /// Whether the step's thread spins while it waits at this step.
    bool spins(StepIndex step, std::uint32_t processors) const {
        return spins_[step] || (processors >= threads_ && spins_in_team_[step]);
    }

    /// The time until a thread that has slept for `asleep` runs on another processor.
    std::uint64_t run(std::uint64_t asleep) const;
    /// The time of the waker's call for such a thread.
    std::uint64_t call(std::uint64_t asleep) const;
    /// The time of this call if no processor is free for the thread.
    std::uint64_t call_without_processor(std::uint64_t asleep) const;
    /// The time until a processor has changed from one thread to another one.
    std::uint64_t change() const;
    /// The time until another processor sees a store.
    std::uint64_t line() const { return units(costs_.line.at(position_)); }
    /// The time from pthread_create until the new thread runs, and the time of the call itself.
    std::uint64_t begin() const { return units(costs_.begin.at(position_)); }
    std::uint64_t create() const { return units(costs_.create.at(position_)); }

private:
    using Part = Distribution WakeCosts::*;

    std::uint64_t wake_on_other(Part part, std::uint64_t asleep) const;
    double interpolate(const std::vector<WakeCosts>& rows, Part part, std::uint64_t asleep) const;
    std::uint64_t units(double ns) const;

    std::uint32_t threads_;
    MachineCosts costs_;
    double unit_;
    double position_ = 0;
    LargeBitset spins_;         ///< by step
    LargeBitset spins_in_team_; ///< the same, if there are processors for all
};

} // namespace ilm

#endif
