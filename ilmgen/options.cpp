// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/options.h"

#include "ilmgen/emit/event_writer.h"
#include "ilmgen/error.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

namespace ilm {

namespace {

/// What --stats alone stands for; a file of that name is ./stderr.
constexpr const char* on_stderr = "stderr";

struct Raw {
    std::string block_size;
    std::string threads;
    std::string relaxed;
    std::string stats;
    std::string output; ///< -o
    std::string waiting;
    std::string lpel_view;
    bool dot = false;
    bool no_reduce = false;
    bool no_pruning = false;
};

/// Names as in the synopsis, and each option with the text that belongs to it.
class Help : public CLI::Formatter {
public:
    Help() {
        column_width(22);
        label("OPTIONS", "options");
        label("Positionals", "Files");
    }
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        const std::string name = Formatter::make_option_name(option, is_positional);
        // In braces is what a flag alone stands for.
        return is_positional ? "<" + name + ">" : name.substr(0, name.find('{'));
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_option_text();
    }
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

void declare(CLI::App& app, Options& options, Raw& raw) {
    app.formatter(std::make_shared<Help>());
    app.add_option(
           "input", options.inputs,
           "Raw trace, as written by valgrind --tool=hpcmp, or\na log of another system; - is "
           "standard input, a folder\nits files.  The last of several files is the output, "
           "if\n-o names none; - is standard output\n"
           "[ilm.json, or what was asked for instead]")
        ->required()
        ->type_name("...");
    app.add_option("-o,--output", raw.output, "Where the output goes, after any number of inputs")
        ->type_name("FILE")
        ->option_text("=FILE");
    app.add_option("--from", options.reading.from,
                   "Format of the input: auto, " + joined(log_formats()) +
                       "\n[auto: by its content]")
        ->type_name("FORMAT")
        ->option_text("=FORMAT");
    app.add_flag(
        "--align", options.reading.align,
        "Shift, and stretch if need be, the clocks of the log's\nprocesses so that nothing "
        "arrives before it is sent");
    app.add_option(
           "--emit", options.emit,
           "What to write: ilm, dot (the first DAG block, for\nGraphviz), or the events as " +
               joined(event_formats()) + "\n[ilm]")
        ->type_name("FORMAT")
        ->option_text("=FORMAT");
    app.add_flag("--dot", raw.dot, "The same as --emit=dot");
    app.add_option("--block-size", raw.block_size, "Sync events in a DAG block [4096]")
        ->type_name("N")
        ->option_text("=N");
    app.add_flag("--pretty-json", options.pretty, "Indent the JSON");
    app.add_flag("--no-trans-reduce", raw.no_reduce, "Keep edges that others imply");
    app.add_flag("--no-pruning", raw.no_pruning, "Keep events that order nothing");
    app.add_flag("--cross-block", options.form.cross_block,
                 "Keep the order between DAG blocks, as 'prv'");
    app.add_option("--relax", raw.relaxed,
                   "Drop the order that comes from these primitives,\ne.g. mutex,spin,rwlock")
        ->type_name("PRIM,...")
        ->option_text("=PRIM,...");
    app.add_flag(std::string("--stats{") + on_stderr + "}", raw.stats,
                 "Print figures (work, span, parallelism, totals of\n"
                 "each thread) on standard error, or write them as\nJSON to FILE")
        ->option_text("[=FILE]");
    app.add_option("--map", options.reading.map,
                   "File that says what the events of an Alog or Gist log\nmean")
        ->type_name("FILE")
        ->option_text("=FILE");
    app.add_option("--waiting", raw.waiting,
                   "States of an Alog or Gist log whose duration is no work")
        ->type_name("STATE,...")
        ->option_text("=STATE,...");
    app.add_option("--cost", options.reading.cost,
                   "What a Gist log's cost is: time, or the name of a\ncounter [time]")
        ->type_name("COUNTER")
        ->option_text("=COUNTER");
    app.add_option("--lpel-view", raw.lpel_view, "Threads of an LPEL log: task, worker [task]")
        ->type_name("VIEW")
        ->option_text("=VIEW");
    app.add_flag("--recover", options.recover,
                 "Make the ILM of what is whole if the trace is damaged");
    app.add_option("--threads", raw.threads,
                   "Threads to work with at most [what pays]; more than 2\nare of no use")
        ->type_name("N")
        ->option_text("=N");
    app.add_flag("--quiet", options.quiet, "No progress bar on a terminal");
    app.set_help_flag("--help", "Say this and exit");
    app.set_version_flag("--version", "ilmgen " PACKAGE_VERSION, "Say the version and exit");
}

/// CLI11 takes numbers that do not fit for the largest that does.
std::uint64_t number(const char* option, const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || number == 0)
        throw Error(std::string(option) + ": '" + text + "' is not a number from 1 to 2^64 - 1");
    return number;
}

void say(const std::string& text) {
    if (!(std::cout << text << std::flush))
        throw Error("standard output: cannot be written");
}

Prims split(const std::string& list) {
    Prims prims;
    std::istringstream in(list);
    for (std::string prim; std::getline(in, prim, ',');)
        if (!prim.empty())
            prims.insert(prim);
    return prims;
}

bool same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return a != "-" && b != "-" && std::filesystem::is_regular_file(b, ignored) &&
           std::filesystem::equivalent(a, b, ignored);
}

/// A file name for what is written if there is none.
std::string usual_name(const std::string& emit) {
    if (emit == "ilm" || emit == "trace")
        return emit + ".json";
    return (emit == "dot" ? "ilm." : "events.") + emit;
}

/// As cp does, unless -o says it: the last of several files is where it goes.
void name_output(Options& options, const Raw& raw) {
    options.output = raw.output;
    if (options.output.empty() && options.inputs.size() > 1) {
        options.output = options.inputs.back();
        options.inputs.pop_back();
    }
    if (options.output.empty())
        options.output = usual_name(options.emit);
}

void check_formats(const Options& options, const Raw& raw) {
    const auto known = [](const std::string& name, std::vector<std::string> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (options.reading.from != "auto" && !known(options.reading.from, log_formats()))
        throw Error("--from: '" + options.reading.from + "' is none of auto, " +
                    joined(log_formats()));
    if (options.emit != "ilm" && options.emit != "dot" && !known(options.emit, event_formats()))
        throw Error("--emit: '" + options.emit + "' is none of ilm, dot, " +
                    joined(event_formats()));
    if (!raw.lpel_view.empty() && !known(raw.lpel_view, {"task", "worker"}))
        throw Error("--lpel-view: '" + raw.lpel_view + "' is none of task, worker");
}

void check_files(const Options& options) {
    for (const std::string& input : options.inputs) {
        if (same_file(input, options.output))
            throw Error(options.output + ": is the input too");
        if (same_file(input, options.stats_file))
            throw Error(options.stats_file + ": is the input too");
    }
    if (options.stats_file == options.output || same_file(options.output, options.stats_file))
        throw Error(options.stats_file + ": is for the ILM or for the figures, not both");
}

/// Who forgets -o must not lose the last of several logs.  What an earlier run wrote may be
/// replaced.
void check_last_name(const Options& options) {
    const std::string format = log_format(options.output);
    if (!format.empty() && (options.inputs.size() > 1 || format != options.emit))
        throw Error(options.output + ": is a log; -o names the output of several inputs");
}

} // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
    Options options;
    Raw raw;
    CLI::App app("Makes the ILM, the order of synchronisation events with what happened between\n"
                 "them, of a raw trace or another system's log.\n",
                 "ilmgen");
    declare(app, options, raw);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        say(app.help());
        return std::nullopt;
    } catch (const CLI::CallForVersion& version) {
        say(std::string(version.what()) + "\n");
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw Error(std::string(error.what()) + " (see ilmgen --help)");
    }
    if (app.count("--block-size") > 0)
        options.form.block_size = number("--block-size", raw.block_size);
    if (app.count("--threads") > 0)
        options.reading.threads = number("--threads", raw.threads);
    options.form.reduce = !raw.no_reduce;
    options.form.prune = !raw.no_pruning;
    options.form.relaxed = split(raw.relaxed);
    options.reading.waiting.merge(split(raw.waiting));
    options.reading.workers = raw.lpel_view == "worker";
    options.stats = !raw.stats.empty();
    if (options.stats && raw.stats != on_stderr)
        options.stats_file = raw.stats;
    if (raw.dot)
        options.emit = "dot";
    name_output(options, raw);
    check_formats(options, raw);
    check_files(options);
    if (raw.output.empty())
        check_last_name(options);
    return options;
}

} // namespace ilm
