// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/output.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/ilm/write_json.h"

namespace ilm {

namespace {

/// The most steps that a person can look at. Graphviz can draw more: 20,000 in 3 to 8 seconds. But
/// 1,000 steps, one below the other, are 60,000 points high, some 70 screens.
constexpr std::uint64_t most_nodes = 1000;

} // namespace

Output::Output(const Options& options, const LogReader& log) : options_(options) {
    if (options.output.empty())
        return;
    const OutputKind& kind = *options.emit;
    if (kind.is_archive()) {
        archive_.emplace(options.output, replacement_guard(kind, options.force));
        return;
    }
    file_.emplace(options.output, replacement_guard(kind, options.force));
    if (const auto* const make = std::get_if<EventWriterMaker>(&kind.writer))
        events_ = (*make)(*file_);
    else if (const auto* const form = std::get_if<BlockForm>(&kind.writer))
        make_block_writer(*form, log);
}

void Output::make_block_writer(BlockForm form, const LogReader& log) {
    const bool is_trace = log.origin().format == Origin().format;
    if (form == BlockForm::json)
        json_ = json_writer(*file_, options_.pretty, options_.form.cross_block,
                            is_trace ? &step_places_.emplace() : nullptr);
    else
        dot_ = dot_writer(*file_, options_.dot_block,
                          {&beginnings_.emplace(), is_trace ? nullptr : &notes_.emplace(),
                           is_trace ? &step_places_.emplace() : nullptr, log.origin().cost});
}

Form Output::form() const {
    Form form = options_.form;
    if (blocks() == nullptr)
        form.reduce = form.prune = form.cross_block = false;
    return form;
}

void Output::finish(const Run& run, const LogReader& log, const std::string& cost) {
    const OutputWriter& writer = options_.emit->writer;
    if (events_)
        events_->finish(log.origin(), [&log](ThreadId thid) { return log.clock_of(thid); });
    else if (const auto* const write = std::get_if<RunWriter>(&writer); write != nullptr && file_)
        (*write)(run, cost, *file_);
    else if (archive_)
        std::get<ArchiveWriter>(writer)(run, cost, *archive_);
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
