// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_ANALYSIS_TRANSFERS_H
#define ILMGEN_ANALYSIS_TRANSFERS_H

#include "ilmgen/run/run.h"

#include <algorithm>
#include <cstdint>

namespace ilm {

/// By a release; 0 if the log does not say it.
inline std::uint64_t bytes_sent(const Run& run, StepIndex sent) {
    const auto found = std::lower_bound(
        run.transfers.begin(), run.transfers.end(), sent,
        [](const RunTransfer& transfer, StepIndex step) { return transfer.step < step; });
    return found != run.transfers.end() && found->step == sent ? found->bytes : 0;
}

} // namespace ilm

#endif
