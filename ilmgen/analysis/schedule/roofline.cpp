// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/roofline.h"

#include <algorithm>
#include <cmath>

namespace ilm {

Roofline::Roofline(const Run& run, const MemoryPace& pace, double unit)
    : run_(run), pace_{pace.one * unit, pace.all * unit, pace.cache} {
    if (!run.traffic.empty())
        from_memory_.resize(run.steps.size());
    for (const RunTraffic& traffic : run.traffic)
        from_memory_[traffic.step] =
            traffic.distinct <= pace.cache ? traffic.distinct : traffic.moved;
}

std::uint64_t Roofline::time(StepIndex step, std::uint32_t processors) const {
    const double share = std::min(pace_.one, pace_.all / processors);
    const double moving = static_cast<double>(from_memory(step)) / share;
    return std::max(run_.steps[step].work, static_cast<std::uint64_t>(std::llround(moving)));
}

} // namespace ilm
