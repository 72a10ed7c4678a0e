// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/timeline.h"

namespace ilm {

Timeline timeline_of(const Run& run) {
    return timeline_of(
        run, [&run](StepIndex step) { return run.steps[step].work; },
        [](StepIndex) { return true; });
}

} // namespace ilm
