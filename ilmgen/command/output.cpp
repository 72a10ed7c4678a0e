// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/events/event_formats.h"
#include "ilmgen/emit/ilm/write_json.h"

namespace ilm {

Output::Output(const Options& options, const LogReader& log) : options_(options) {
    if (options.output.empty())
        return;
    file_.emplace(options.output, replacement_guard(options.emit, options.force));
    const bool is_trace = log.origin().format == Origin().format;
    if (options.emit == "ilm") {
        json_ = json_writer(*file_, options.pretty, options.form.cross_block,
                            is_trace ? &whereabouts_.emplace() : nullptr);
    } else if (options.emit == "dot") {
        // The picture of a trace is as it has always been, but for names.
        dot_ = dot_writer(*file_, options.dot_block, is_trace ? nullptr : &notes_.emplace(),
                          is_trace ? &whereabouts_.emplace() : nullptr);
    } else {
        events_ = event_writer(options.emit, *file_);
    }
}

Form Output::form() const {
    Form form = options_.form;
    if (blocks() == nullptr)
        form.reduce = form.prune = form.cross_block = false;
    return form;
}

void Output::finish(const LogReader& log) {
    if (events_)
        events_->finish(log.origin(), [&log](ThreadId thid) { return log.clock_of(thid); });
}

void Output::commit() {
    if (file_)
        file_->commit();
}

std::string Output::remark() const {
    if (!dot_ || !options_.dot_block || dot_->blocks() <= 1)
        return {};
    return (options_.output == "-" ? "standard output" : options_.output) + ": shows DAG block " +
           std::to_string(*options_.dot_block) + " of " + std::to_string(dot_->blocks()) +
           ", from 0 to " + std::to_string(dot_->blocks() - 1) +
           "; --dot-block=N shows another, --dot-block=all all";
}

} // namespace ilm
