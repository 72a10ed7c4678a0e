// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/events/event_formats.h"
#include "ilmgen/emit/export/run_formats.h"
#include "ilmgen/emit/ilm/write_json.h"

namespace ilm {

namespace {

/// Steps that somebody can look at.  Graphviz draws more: 20,000 in 3 to 8 seconds.  But one after
/// the other, 1,000 are 60,000 points high, some 70 screens.
constexpr std::uint64_t most_nodes = 1000;

} // namespace

Output::Output(const Options& options, const LogReader& log) : options_(options) {
    if (options.output.empty())
        return;
    if (archive_writer(options.emit) != nullptr) {
        archive_.emplace(options.output, replacement_guard(options.emit, options.force));
        return;
    }
    file_.emplace(options.output, replacement_guard(options.emit, options.force));
    const bool is_trace = log.origin().format == Origin().format;
    if (options.emit == "ilm") {
        json_ = json_writer(*file_, options.pretty, options.form.cross_block,
                            is_trace ? &whereabouts_.emplace() : nullptr);
    } else if (options.emit == "dot") {
        dot_ = dot_writer(*file_, options.dot_block,
                          {&beginnings_.emplace(), is_trace ? nullptr : &notes_.emplace(),
                           is_trace ? &whereabouts_.emplace() : nullptr, log.origin().cost});
    } else if (run_writer(options.emit) == nullptr) {
        events_ = event_writer(options.emit, *file_);
    }
}

Form Output::form() const {
    Form form = options_.form;
    if (blocks() == nullptr)
        form.reduce = form.prune = form.cross_block = false;
    return form;
}

void Output::finish(const Run& run, const LogReader& log) {
    if (events_)
        events_->finish(log.origin(), [&log](ThreadId thid) { return log.clock_of(thid); });
    else if (const RunWriter write = run_writer(options_.emit); write != nullptr && file_)
        write(run, log.origin().cost, *file_);
    else if (archive_)
        archive_writer(options_.emit)(run, log.origin().cost, *archive_);
}

void Output::commit() {
    if (file_)
        file_->commit();
    if (archive_)
        archive_->commit();
}

std::vector<std::string> Output::remarks() const {
    if (!dot_)
        return {};
    std::vector<std::string> remarks;
    const std::string name = options_.output == "-" ? "standard output" : options_.output;
    if (options_.dot_block && dot_->blocks() > 1)
        remarks.push_back(name + ": shows DAG block " + std::to_string(*options_.dot_block) +
                          " of " + std::to_string(dot_->blocks()) + ", from 0 to " +
                          std::to_string(dot_->blocks() - 1) +
                          "; --dot-block=N shows another, --dot-block=all all");
    if (dot_->nodes() > most_nodes)
        remarks.push_back(name + ": " + std::to_string(dot_->nodes()) +
                          " steps are too many for a picture that can be read (more than " +
                          std::to_string(most_nodes) + "); " +
                          (options_.dot_block ? "--block-size=N makes smaller DAG blocks"
                                              : "--dot-block=N shows one DAG block") +
                          ", --report=FILE.html shows the whole run");
    return remarks;
}

} // namespace ilm
