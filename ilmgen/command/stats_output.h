// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints what the output does not contain: the figures of --stats, and whether the primitives that
// --relax names occur.
#ifndef ILMGEN_COMMAND_STATS_OUTPUT_H
#define ILMGEN_COMMAND_STATS_OUTPUT_H

#include "ilmgen/command/missing_parts.h"
#include "ilmgen/command/options.h"
#include "ilmgen/dag/intervals/heap_blocks.h"
#include "ilmgen/dag/sums/heap_sites.h"
#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/resolve/arrows.h"
#include "ilmgen/resolve/prim_census.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

class StatsOutput {
public:
    /// Throws Error if the file of figures cannot be written.
    explicit StatsOutput(const Options& options);
    StatsOutput(const StatsOutput&) = delete;
    StatsOutput& operator=(const StatsOutput&) = delete;

    /// Each of these functions returns null if nothing that the user wants needs its result.
    Stats* stats() { return stats_ ? &*stats_ : nullptr; }
    EventSink* arrows() { return arrows_ ? &*arrows_ : nullptr; }
    EventSink* heap_sites() { return heap_sites_ ? &*heap_sites_ : nullptr; }
    EventSink* missing_parts() { return missing_parts_ ? &*missing_parts_ : nullptr; }
    EventSink* prims() { return prims_ ? &*prims_ : nullptr; }

    /// Called after the last event.  `heap` has seen all events.
    void finish(const LogReader& log, const HeapBlocks& heap);
    /// As SyncObjects::lost().
    std::uint64_t lost() const { return stats_ ? stats_->lost() : 0; }

    /// Prints the figures, or completes their file: it gets the name that the user gave.
    void commit();

    /// Sentences about the input, for the user. Throws Error for a name that no primitive has.
    std::vector<std::string> remarks(const std::string& input) const;

    /// A sentence about each part of the run that the trace says it does not record; for figures
    /// and reports.
    std::vector<std::string> missing() const;

private:
    const Options& options_;
    std::optional<Stats> stats_;
    std::optional<ArrowCount> arrows_;          ///< for the figures
    std::optional<HeapSites> heap_sites_;       ///< for the figures
    std::optional<MissingParts> missing_parts_; ///< also for a report
    std::optional<PrimCensus> prims_;           ///< if --relax names some
    std::optional<OutputFile> file_;            ///< none: figures go to standard error
    Figures figures_;                           ///< after finish()
};

} // namespace ilm

#endif
