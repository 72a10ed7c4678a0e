// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/sleeps.h"

#include <cmath>

namespace ilm {

void put_sleeps(Run& run, double unit) {
    if (run.sleeps.empty())
        return;
    LargeVector<std::uint64_t>& asleep = run.away[static_cast<std::size_t>(Away::asleep)];
    asleep.resize(run.steps.size());
    for (const RunSleep& sleep : run.sleeps)
        asleep[sleep.step] =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(sleep.ns) / unit));
}

} // namespace ilm
