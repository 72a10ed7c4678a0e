// SPDX-License-Identifier: GPL-2.0-or-later
//
// The costs of a machine: of handing over from one thread to another one, and of moving bytes from
// and to memory. docs/machine-format.md explains them. All costs are nanoseconds.
#ifndef ILMGEN_MODEL_MACHINE_COSTS_H
#define ILMGEN_MODEL_MACHINE_COSTS_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ilm {

struct Distribution {
    double p10 = 0; ///< 10 % of the samples are below
    double p50 = 0;
    double p90 = 0;

    /// The value at a position between the 10th percentile, at -1, and the 90th, at 1. The median
    /// is at 0, and values between these three are interpolated linearly.
    double at(double position) const {
        return p50 + position * (position < 0 ? p50 - p10 : p90 - p50);
    }
};

/// A waker wakes a thread that sleeps.
struct WakeCosts {
    double asleep = 0; ///< how long the thread has slept
    Distribution run;  ///< from the waker's call until the sleeper runs
    Distribution call; ///< how long the waker itself is in the call
};

/// The processors share the memory.
struct MemoryPace {
    double one = 0; ///< bytes that one processor moves in a nanosecond while no other one moves any
    double all = 0; ///< bytes that all processors together move in a nanosecond
    std::uint64_t cache = 0; ///< bytes that a processor has in caches of its own
};

struct MachineCosts {
    std::vector<WakeCosts> other; ///< the sleeper wakes on another processor; at least one, in the
                                  ///< order of `asleep`
    std::vector<WakeCosts> same;  ///< the same, on the waker's processor
    Distribution line;            ///< until another processor has seen a store
    Distribution begin;           ///< from pthread_create until the new thread runs
    Distribution create;          ///< pthread_create itself
    double instruction = 0;       ///< one instruction, if the program itself was not measured
    std::optional<MemoryPace> memory; ///< none: it is not known
};

} // namespace ilm

#endif
