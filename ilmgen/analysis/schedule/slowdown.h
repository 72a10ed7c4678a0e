// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much longer a run's intervals take while other processors work, too, because they share
// caches and memory. If each thread gets the caches of a processor for itself, intervals may also
// take less time than on one processor, where threads displace each other's data.
//
// A native run on several processors shows the factor of each function. Differences that may be due
// to chance, because there are few samples, do not count. Between one processor and all processors
// of that run, the time changes linearly. Example: `slow` takes 1.6 times as long on 4 processors
// as on one. So with 2 processors at work it takes 1.2 times as long.
#ifndef ILMGEN_ANALYSIS_SLOWDOWN_H
#define ILMGEN_ANALYSIS_SLOWDOWN_H

#include "ilmgen/storage/large_arrays.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ilm {

struct Slowdown {
    double processors = 2;       ///< that worked in the native run at most, at least 2
    LargeVector<double> factors; ///< by step, not 0: how many times as long its interval takes, if
                                 ///< all processors of the native run work
    std::string function;        ///< the one that loses or gains most time
    double of_function = 1;      ///< its factor

    /// The step's factor if `at_work` processors work, 1 or more. If these are more than in the
    /// native run, it is larger still, but no smaller.
    double factor(std::size_t step, double at_work) const {
        const double at_most = factors[step] < 1 ? std::min(at_work, processors) : at_work;
        return 1 + (factors[step] - 1) * (at_most - 1) / (processors - 1);
    }
};

/// By step: how many times as long its interval takes on one machine as in the run.
using StepFactors = LargeVector<float>;

/// How long a machine takes for this part of the step's work. `factors`: null: as long as in the
/// run.
inline std::uint64_t time_of_work(const StepFactors* factors, std::size_t step,
                                  std::uint64_t work) {
    return factors == nullptr
               ? work
               : static_cast<std::uint64_t>(std::llround(static_cast<double>(work) *
                                                         static_cast<double>((*factors)[step])));
}

} // namespace ilm

#endif
