// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/stats_output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/ilm/write_figures.h"

#include <iostream>

namespace ilm {

namespace {

std::string went_on_as(const std::string& program) {
    return "the process went on as " + program +
           "; with valgrind --trace-children=yes that has a trace of its own";
}

std::string is_not_recorded(const std::string& what) {
    return "not recorded, because hpcmp does not see it: " + what;
}

} // namespace

StatsOutput::StatsOutput(const Options& options) : options_(options) {
    if (options.stats) {
        stats_.emplace(options.form.relaxed);
        arrows_.emplace();
        heap_sites_.emplace();
    }
    if (options.stats || !options.report_files.empty())
        executed_.emplace(), unseen_.emplace();
    if (!options.form.relaxed.empty())
        prims_.emplace();
    if (!options.stats_file.empty())
        file_.emplace(options.stats_file, replacement_guard(emit_figures, options.force));
}

void StatsOutput::finish(const LogReader& log, const HeapBlocks& heap) {
    if (!stats_)
        return;
    figures_ = stats_->figures(heap);
    figures_.origin = log.origin();
    figures_.log = log.figures();
    arrows_->add_to(figures_.log);
    heap_sites_->add_to(figures_.log);
    figures_.executed = executed_->file();
    if (!figures_.executed.empty())
        figures_.log.remarks.push_back(went_on_as(figures_.executed));
    for (const std::string& what : unseen_->texts())
        figures_.log.remarks.push_back(is_not_recorded(what));
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
    if (executed_ && !executed_->file().empty())
        remarks.push_back(input + ": " + went_on_as(executed_->file()));
    if (unseen_)
        for (const std::string& what : unseen_->texts())
            remarks.push_back(input + ": " + is_not_recorded(what));
    return remarks;
}

} // namespace ilm
