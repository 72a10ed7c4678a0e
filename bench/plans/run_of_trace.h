// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef BENCH_PLANS_RUN_OF_TRACE_H
#define BENCH_PLANS_RUN_OF_TRACE_H

#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"
#include "ilmgen/run/recorder.h"

#include <string>

namespace bench {

/// Reads a trace of hpcmp into memory.  Throws Error if it is damaged.
inline ilm::Run run_of_trace(const std::string& file) {
    ilm::LogSources sources({file});
    const auto log = ilm::open_log(sources, {});
    ilm::RunRecorder recorder({});
    if (const auto damage = log->read(recorder))
        throw damage->error;
    return recorder.finish(log->origin());
}

} // namespace bench

#endif
