// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about a log that are not in its events: units, which threads share a clock, and figures
// that only its reader knows.
#ifndef ILMGEN_MODEL_LOG_FACTS_H
#define ILMGEN_MODEL_LOG_FACTS_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/table.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// The format of a log, and the units of its numbers.
struct Origin {
    std::string format = "hpcmp"; ///< its name, as in --from
    std::string cost =
        "instructions";          ///< what Event::icnt counts: also "ns", "us", a counter's name
    double ticks_per_second = 0; ///< of Event::time; 0: not known
    /// A thread's first event does not say when the thread begins.  Example: a task of LPEL begins
    /// with its creator, and its first event is later, because no worker is free.
    bool begins_are_unknown = false;

    /// Whether a tick of the clock is a unit of cost.
    bool clock_counts_cost() const {
        return cost == "ticks" || (cost == "ns" && ticks_per_second == 1e9) ||
               (cost == "us" && ticks_per_second == 1e6);
    }
};

/// The number of a thread's clock.  Threads whose clocks have the same number share one.
using ClockOf = std::function<std::uint64_t(ThreadId thid)>;

/// Figures of a log that only its reader knows, for --stats.
struct LogFigures {
    std::vector<std::pair<std::string, std::uint64_t>> counts; ///< named as tables are
    std::vector<Table> tables;
    // Sentences, without a full stop.
    /// About parts of the run that the log does not contain, so that the numbers leave them out.
    /// Example: "2 receives have no send; they come after none".
    std::vector<std::string> missing;
    /// Other sentences, about how ilmgen understands the log. Example: "timeunitspersec is missing,
    /// so the unit of time is not known".
    std::vector<std::string> remarks;
};

} // namespace ilm

#endif
