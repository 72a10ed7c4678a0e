// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/sleeps.h"

#include <cmath>
#include <numeric>

namespace ilm {

void put_sleeps(Run& run, double unit) {
    if (run.sleeps.empty())
        return;
    run.asleep.resize(run.steps.size());
    for (const RunSleep& sleep : run.sleeps)
        run.asleep[sleep.step] =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(sleep.ns) / unit));
}

std::uint64_t time_asleep(const Run& run) {
    return std::accumulate(run.asleep.begin(), run.asleep.end(), std::uint64_t{0});
}

} // namespace ilm
