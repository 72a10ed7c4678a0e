// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/arrows.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/dag/prim_census.h"
#include "ilmgen/emit/event_writer.h"
#include "ilmgen/emit/write_dot.h"
#include "ilmgen/emit/write_figures.h"
#include "ilmgen/emit/write_json.h"
#include "ilmgen/error.h"
#include "ilmgen/from/contents.h"
#include "ilmgen/from/decompress.h"
#include "ilmgen/from/log_reader.h"
#include "ilmgen/options.h"
#include "ilmgen/progress.h"
#include "ilmgen/replaceable.h"

#include <csignal>
#include <cstdlib>
#include <iostream>

namespace {

using namespace ilm;

/// What is asked for, the ILM or the events, from the events of a log.
class Output {
public:
    /// `notes`: texts of events show in a picture.
    Output(const Options& options, bool notes) : options_(options) {
        if (options.stats)
            stats_.emplace(options.form.relaxed);
        if (!options.stats_file.empty())
            stats_file_.emplace(options.stats_file, guard(emit_figures));
        if (!options.output.empty())
            open(notes);
        builder_.emplace(form(), blocks_, stats_ ? &*stats_ : nullptr);
        sink_ = &*builder_;
        if (events_)
            sink_ = &both_.emplace(*sink_, *events_);
        if (notes_)
            sink_ = &noted_.emplace(*notes_, *sink_);
        if (options.stats)
            sink_ = &arrows_.emplace(*sink_);
        if (!options.form.relaxed.empty())
            sink_ = &counted_.emplace(prims_, *sink_);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    EventSink& sink() { return *sink_; }

    void finish(const LogReader& log, const LogSources& sources) {
        finish_ilm(sources);
        if (events_)
            events_->finish(log.origin(), [&log](ThreadId thid) { return log.clock_of(thid); });
        if (stats_file_)
            write_json(figures(log), *stats_file_);
    }

    /// What is to be said about it.
    std::vector<std::string> remarks(const LogSources& sources) const {
        std::vector<std::string> remarks;
        for (const std::string& prim : prims_.missing(options_.form.relaxed))
            remarks.push_back(sources.name() + ": no order comes from '" + prim +
                              "', which --relax names; " + prims_.seen());
        if (stats_ && !stats_->executed().empty())
            remarks.push_back(sources.name() + ": " + executed());
        if (dot_ && options_.dot_block && dot_->blocks() > 1)
            remarks.push_back((options_.output == "-" ? "standard output" : options_.output) +
                              ": shows DAG block " + std::to_string(*options_.dot_block) + " of " +
                              std::to_string(dot_->blocks()) + ", from 0 to " +
                              std::to_string(dot_->blocks() - 1) +
                              "; --dot-block=N shows another, --dot-block=all all");
        return remarks;
    }

    void commit(const LogReader& log) {
        if (file_)
            file_->commit();
        if (stats_file_)
            stats_file_->commit();
        else if (stats_)
            write_text(figures(log), std::cerr);
    }

    std::uint64_t events() const { return builder_->events(); }
    std::uint64_t lost() const {
        return std::max(
            {builder_->lost(), stats_ ? stats_->lost() : 0, events_ ? events_->lost() : 0});
    }

private:
    std::string executed() const {
        return "the process went on as " + stats_->executed() +
               "; with valgrind --trace-children=yes that has a trace of its own";
    }

    OutputFile::Guard guard(const std::string& emit) const {
        if (options_.force)
            return nullptr;
        return [emit](const std::string& path) { check_replaceable(path, emit); };
    }

    void open(bool notes) {
        file_.emplace(options_.output, guard(options_.emit));
        if (options_.emit == "ilm") {
            json_ = json_writer(*file_, options_.pretty, options_.form.cross_block);
            blocks_ = json_.get();
        } else if (options_.emit == "dot") {
            dot_ = dot_writer(*file_, options_.dot_block, notes ? &notes_.emplace() : nullptr);
            blocks_ = dot_.get();
        } else {
            events_ = event_writer(options_.emit, *file_);
        }
    }

    /// Events of which no DAG block is written are led through the builder all the same: one that
    /// cannot be is an error, whatever is asked for.
    Form form() const {
        Form form = options_.form;
        if (blocks_ == nullptr)
            form.reduce = form.prune = form.cross_block = false;
        return form;
    }

    Figures figures(const LogReader& log) const {
        Figures figures = stats_->figures(builder_->heap());
        figures.origin = log.origin();
        figures.log = log.figures();
        arrows_->add_to(figures.log);
        if (!figures.executed.empty())
            figures.log.remarks.push_back(executed());
        return figures;
    }

    /// The last DAG block's counters can overflow where an event could not be blamed before.
    void finish_ilm(const LogSources& sources) {
        try {
            builder_->finish();
        } catch (const Error& error) {
            if (!error.place())
                throw;
            throw Error(sources.name() + ": " + error.sentence());
        }
    }

    const Options& options_;
    std::optional<OutputFile> file_;      ///< none: only figures are asked for
    std::unique_ptr<EventWriter> events_; ///< of these three there is one, or none
    std::unique_ptr<BlockSink> json_;
    std::unique_ptr<DotWriter> dot_;
    BlockSink* blocks_ = nullptr; ///< one of the last two; null: no DAG block is written
    std::optional<DotNotes> notes_;
    std::optional<Stats> stats_;
    std::optional<OutputFile> stats_file_;
    std::optional<IlmBuilder> builder_;
    std::optional<BothSinks> both_;
    std::optional<BothSinks> noted_;
    PrimCensus prims_;
    std::optional<BothSinks> counted_; ///< if primitives are named
    std::optional<ArrowCount> arrows_; ///< for the figures
    EventSink* sink_ = nullptr;        ///< where events go first
};

std::optional<Damage> read(const Options& options, LogReader& log, const LogSources& sources,
                           EventSink& sink) {
    if (options.quiet || !stderr_is_terminal())
        return log.read(sink);
    ProgressBar bar(sources, sink);
    return log.read(bar);
}

/// The sentence about it, with the file.  What makes no sense may come of a compressed file's
/// damage.
std::string described(const Damage& damage, const LogSources& sources) {
    const std::string& file = damage.file.empty() ? sources.name() : damage.file;
    const std::string sentence = file + ": " + damage.error.sentence();
    const std::string cause = damage_of_compressed(file);
    return cause.empty() || sentence.ends_with(cause) ? sentence : sentence + "; it " + cause;
}

/// A file of another kind than ilmgen reads, of which no event could come.
void refuse_other_kinds(const LogSources& sources) {
    for (const auto& file : sources.files())
        if (const std::string advice = advice_on_input(file->given()); !advice.empty())
            throw Error(file->name() + ": " + advice);
}

void say(const std::string& sentence) {
    std::cerr << "ilmgen: " << sentence << '\n';
}

void run(const Options& options) {
    LogSources sources(options.inputs);
    const std::unique_ptr<LogReader> log = open_log(sources, options.reading);
    // The picture of a trace is as it has always been.
    Output output(options, log->origin().format != Origin().format);

    const std::optional<Damage> damage = read(options, *log, sources, output.sink());
    if (damage && output.events() == 0)
        refuse_other_kinds(sources);
    if (damage && !options.recover)
        throw Error(described(*damage, sources) +
                    (output.events() > 0 ? "; --recover takes what comes before" : ""));
    output.finish(*log, sources);
    const std::vector<std::string> remarks = output.remarks(sources);
    if (damage)
        say(described(*damage, sources) + "; everything from byte " +
            std::to_string(damage->lost_from) + " on is lost, the " +
            std::to_string(output.events()) + " events before it are not");
    if (const std::uint64_t lost = output.lost(); lost > 0)
        say(sources.name() + ": " + std::to_string(lost) +
            " acquires refer to releases too long ago to be remembered; some order may be lost");
    for (const std::string& remark : log->figures().remarks)
        say(sources.name() + ": " + remark);
    output.commit(*log);
    for (const std::string& remark : remarks)
        say(remark);
}

} // namespace

int main(int argc, char** argv) {
    // A reader that went away is an error of writing like any other.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        if (const std::optional<Options> options = parse_options(argc, argv))
            run(*options);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::cerr << "ilmgen: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
