// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/options.h"

#include "ilmgen/command/replaceable.h"
#include "ilmgen/emit/events/event_formats.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>

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
    std::string dot_block;
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
           "[ilm.json, or what was asked for instead; none with\n--stats alone]")
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
    app.add_option("--emit", options.emit,
                   "What to write: ilm, dot (a DAG block, for Graphviz),\nor the events as " +
                       joined(event_formats()) + "\n[ilm]")
        ->type_name("FORMAT")
        ->option_text("=FORMAT");
    app.add_flag("--dot", raw.dot, "The same as --emit=dot");
    app.add_option("--dot-block", raw.dot_block,
                   "Which DAG block to draw, from 0 on, or all in one\ngraph [0]")
        ->type_name("N")
        ->option_text("=N|all");
    app.add_flag("--force", options.force, "Replace a file that is no output of such a command");
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
    app.add_option(
           "--waiting", raw.waiting,
           "States of an Alog or Gist log whose duration is no\nwork, or none [MPE's names of "
           "MPI calls that wait]")
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
    app.set_help_flag("-h,--help", "Say this and exit");
    app.set_version_flag("--version", "ilmgen " PACKAGE_VERSION, "Say the version and exit");
}

/// CLI11 takes numbers that do not fit for the largest that does.
std::uint64_t number(const std::string& option, const std::string& text, std::uint64_t least = 1) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || number < least)
        throw Error(option + ": '" + text + "' is not a number from " + std::to_string(least) +
                    " to 2^64 - 1");
    return number;
}

/// An option at whose = the word ends would get the next one, a file's name, as its value.
void refuse_cut_options(int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--")
            return;
        if (word.starts_with('-') && word.ends_with('=') && word.find('=') == word.size() - 1)
            throw Error(std::string(word) + ": a value is missing");
    }
}

void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty() && option->nonpositional())
                throw Error(option->get_name() + ": a value is missing");
}

void say(const std::string& text) {
    if (!(std::cout << text << std::flush))
        throw Error("standard output: cannot be written");
}

/// The names in a list.  Throws Error if there is none.
Prims split(const std::string& option, const std::string& list) {
    Prims names;
    std::istringstream in(list);
    for (std::string name; std::getline(in, name, ',');)
        if (!name.empty())
            names.insert(name);
    if (names.empty())
        throw Error(option + ": there is no name in '" + list + "'");
    return names;
}

std::set<std::string> waiting_states(const std::string& list) {
    const Prims names = split("--waiting", list);
    if (list == "none")
        return {};
    return {names.begin(), names.end()};
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
}

/// Who asks for figures, and nothing else, gets no ILM.
void name_usual_output(Options& options, const CLI::App& app) {
    const bool asked = app.count("--emit") > 0 || options.emit != "ilm";
    if (options.stats && !asked) {
        for (const char* form :
             {"--pretty-json", "--no-trans-reduce", "--no-pruning", "--cross-block"})
            if (app.count(form) > 0)
                throw Error(std::string(form) + ": says what the ILM is like, and with --stats "
                                                "alone there is none; -o FILE writes it, too");
        return;
    }
    options.output = usual_name(options.emit);
}

/// --dot and --dot-block.
void choose_picture(Options& options, const Raw& raw, const CLI::App& app) {
    if (!raw.dot && app.count("--dot-block") == 0)
        return;
    if (app.count("--emit") > 0 && options.emit != "dot")
        throw Error(std::string(raw.dot ? "--dot" : "--dot-block") +
                    ": is of no use with --emit=" + options.emit);
    options.emit = "dot";
    if (raw.dot_block == "all")
        options.dot_block.reset();
    else if (!raw.dot_block.empty())
        options.dot_block = number("--dot-block", raw.dot_block, 0);
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
    if ((options.stats_file == options.output && !options.output.empty()) ||
        same_file(options.output, options.stats_file))
        throw Error(options.stats_file + ": is for the ILM or for the figures, not both");
}

/// Who forgets -o must not lose the last of several logs.
void check_replaced(const Options& options, const Raw& raw) {
    if (options.force)
        return;
    if (!options.output.empty())
        check_replaceable(options.output, options.emit);
    if (!options.stats_file.empty())
        check_replaceable(options.stats_file, emit_figures);
    if (raw.output.empty() && options.inputs.size() > 1 && !log_format(options.output).empty())
        throw Error(options.output + ": is a log; -o names the output of several inputs");
}

/// Those that are texts on the command line and something else behind it.
void set_values(Options& options, const Raw& raw, const CLI::App& app) {
    if (app.count("--block-size") > 0)
        options.form.block_size = number("--block-size", raw.block_size);
    if (app.count("--threads") > 0)
        options.reading.threads = number("--threads", raw.threads);
    options.form.reduce = !raw.no_reduce;
    options.form.prune = !raw.no_pruning;
    if (app.count("--relax") > 0)
        options.form.relaxed = split("--relax", raw.relaxed);
    if (app.count("--waiting") > 0)
        options.reading.waiting = waiting_states(raw.waiting);
    options.reading.workers = raw.lpel_view == "worker";
    options.stats = !raw.stats.empty();
    if (options.stats && raw.stats != on_stderr)
        options.stats_file = raw.stats;
}

} // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
    Options options;
    Raw raw;
    CLI::App app("Makes the ILM, the order of synchronisation events with what happened between\n"
                 "them, of a raw trace or another system's log.\n",
                 "ilmgen");
    declare(app, options, raw);
    refuse_cut_options(argc, argv);
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
    refuse_empty_values(app);
    set_values(options, raw, app);
    choose_picture(options, raw, app);
    name_output(options, raw);
    check_formats(options, raw);
    if (options.output.empty())
        name_usual_output(options, app);
    check_files(options);
    check_replaced(options, raw);
    return options;
}

} // namespace ilm
