// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/stats_output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/ilm/write_figures.h"

#include <iostream>
#include <utility>

namespace ilm {

StatsOutput::StatsOutput(const Options& options) : options_(options) {
    if (options.stats) {
        stats_.emplace(options.form.relaxed);
        arrows_.emplace();
        heap_sites_.emplace();
    }
    if (options.stats || !options.report_files.empty())
        missing_parts_.emplace();
    if (!options.form.relaxed.empty())
        prims_.emplace();
    if (!options.stats_file.empty())
        file_.emplace(options.stats_file,
                      replacement_guard(output_named(emit_figures), options.force));
}

void StatsOutput::finish(const LogReader& log, const HeapBlocks& heap) {
    if (!stats_)
        return;
    figures_ = stats_->figures(heap);
    figures_.origin = log.origin();
    figures_.log = log.figures();
    arrows_->add_to(figures_.log);
    heap_sites_->add_to(figures_.log);
    figures_.executed = missing_parts_->executed();
    figures_.log.missing = both(std::move(figures_.log.missing), missing());
    if (file_)
        write_json(figures_, *file_);
}

void StatsOutput::commit() {
    if (file_)
        file_->commit();
    else if (stats_)
        write_text(figures_, std::cerr);
}

std::vector<std::string> StatsOutput::remarks(const std::string& input) const {
    std::vector<std::string> remarks;
    if (prims_)
        for (const std::string& prim : prims_->missing(options_.form.relaxed))
            remarks.push_back(input + ": no order comes from '" + prim +
                              "', which --relax names; " + prims_->seen());
    return remarks;
}

std::vector<std::string> StatsOutput::missing() const {
    return missing_parts_ ? missing_parts_->sentences() : std::vector<std::string>();
}

} // namespace ilm
