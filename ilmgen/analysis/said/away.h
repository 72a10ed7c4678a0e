// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of reports about threads that need no processor for a while (Away).
//
// Example: "thread 2 sleeps longest", and "thread 2 waits for it longest" of I/O.
#ifndef ILMGEN_ANALYSIS_AWAY_H
#define ILMGEN_ANALYSIS_AWAY_H

#include "ilmgen/run/run.h"

namespace ilm {

struct AwayWords {
    const char* key;     ///< of a figure and of a column
    const char* noun;    ///< "sleep"
    const char* it_does; ///< "thread 2 sleeps"
    const char* they_do; ///< "threads sleep"
    const char* longest; ///< "thread 2 sleeps longest"
    const char* of_whom; ///< whose time it is, in the explanation of a column
};

/// For how long each thread is away for this reason.
inline std::vector<std::uint64_t> away_by_thread(const Run& run, Away why) {
    std::vector<std::uint64_t> times(run.threads.size());
    for (StepIndex step = 0; step < run.times_away(why).size(); ++step)
        times[run.steps[step].thread] += run.times_away(why)[step];
    return times;
}

constexpr AwayWords words_of(Away why) {
    if (why == Away::asleep)
        return {"asleep",         "sleep",
                "sleeps",         "sleep",
                "sleeps longest", "the thread sleeps for a time that it has chosen itself"};
    return {"in_io",
            "I/O",
            "waits for I/O",
            "wait for I/O",
            "waits for it longest",
            "the thread waits for files, the network or other programs"};
}

} // namespace ilm

#endif
