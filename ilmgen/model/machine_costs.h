// SPDX-License-Identifier: GPL-2.0-or-later
//
// The costs of a machine on which one thread hands over to another one.  docs/machine-format.md
// explains them.  All costs are nanoseconds.
#ifndef ILMGEN_MODEL_MACHINE_COSTS_H
#define ILMGEN_MODEL_MACHINE_COSTS_H

#include <vector>

namespace ilm {

struct Distribution {
    double p10 = 0; ///< 10 % of the samples are below
    double p50 = 0;
    double p90 = 0;
};

/// A part of a distribution.
using Quantile = double Distribution::*;

/// A waker wakes a thread that sleeps.
struct WakeCosts {
    double asleep = 0; ///< for so long
    Distribution run;  ///< from the waker's call until the sleeper runs
    Distribution call; ///< the waker itself is in the call
};

struct MachineCosts {
    std::vector<WakeCosts> other; ///< the sleeper wakes on another processor; not empty, `asleep`
                                  ///< grows
    std::vector<WakeCosts> same;  ///< the same, on the waker's processor
    Distribution line;            ///< until another processor has seen a store
    Distribution begin;           ///< from pthread_create until the new thread runs
    Distribution create;          ///< pthread_create itself
    double instruction = 0;       ///< one of a program whose time is not known
};

} // namespace ilm

#endif
