// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/options.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/option_values.h"
#include "ilmgen/command/replaceable.h"
#include "ilmgen/from/measured/machine_file.h"
#include "ilmgen/from/open_log.h"
#include "ilmgen/model/error.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <CLI/CLI.hpp>
#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string_view>

namespace ilm {

namespace {

/// The value that --stats alone stands for; a file of that name is ./stderr.
constexpr const char* on_stderr = "stderr";

/// The value that --report alone stands for.
constexpr const char* on_stdout = "-";

/// The words in two lines, because --help has little room in a line.
std::string in_lines(const std::vector<std::string>& words) {
    const auto middle = words.begin() + static_cast<std::ptrdiff_t>(words.size() / 2);
    return joined({words.begin(), middle}) + ",\n" + joined({middle, words.end()});
}

std::vector<std::string> joined_lists(std::vector<std::string> first,
                                      const std::vector<std::string>& rest) {
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

std::vector<std::string> forms_of_input() {
    return joined_lists({"auto"}, log_formats());
}

std::vector<std::string> formats_of_events() {
    return names_of_outputs(std::mem_fn(&OutputKind::is_written_by<EventWriterMaker>));
}

std::vector<std::string> formats_of_runs() {
    return names_of_outputs(std::mem_fn(&OutputKind::needs_run));
}

std::vector<std::string> formats_of_output() {
    return names_of_outputs(
        [](const OutputKind& kind) { return !kind.is_written_by<WrittenByOption>(); });
}

void declare_files(CLI::App& app, Options& options) {
    app.add_option(
           "input", options.inputs,
           "Raw trace, as written by valgrind --tool=hpcmp, or\na log of another system; - is "
           "standard input, a folder\nstands for its files.  Without -o the last of several\n"
           "files is the output; there - is standard output\n"
           "[ilm.json, or another name with --emit, --plan; none\nwith --stats or --report alone]")
        ->required()
        ->type_name("...");
    show(app.add_option("-o,--output", options.output,
                        "Where the output goes, after any number of inputs"),
         "FILE");
    show(app.add_option("--from", options.reading.from,
                        "Format of the input: " + joined(forms_of_input()) +
                            "\n[auto: by its content]"),
         "FORMAT", one_of(forms_of_input()));
    declare_run(app, options.reading);
    app.add_flag(
        "--align", options.reading.align,
        "Shift the clocks of the log's processes, and stretch\nthem if necessary, so that nothing "
        "arrives before it\nis sent");
}

void declare_output(CLI::App& app, Options& options) {
    const auto emit = [&options](const std::string& name) { options.emit = &output_named(name); };
    show(app.add_option_function<std::string>(
             "--emit", emit,
             "What to write: ilm, dot (a DAG block, for Graphviz),\nthe events as " +
                 joined(formats_of_events()) +
                 ",\nor for other tools: " + in_lines(formats_of_runs()) + "\n[ilm]"),
         "FORMAT", one_of(formats_of_output()));
    app.add_flag("--dot")->description("The same as --emit=dot");
    const auto choose = [&options](const std::string& value) {
        options.dot_block.reset();
        if (value != "all")
            options.dot_block = std::stoull(value);
    };
    const auto block = [](std::string& value) {
        return value == "all" ? "" : number_from(0)(value);
    };
    show(app.add_option_function<std::string>("--dot-block", choose,
                                              "Number of the DAG block to draw, or all blocks in\n"
                                              "one graph [0]"),
         "N", block)
        ->option_text("=N|all");
    app.add_flag("--force", options.force, "Replace files even if ilmgen has not written them");
}

void declare_ilm(CLI::App& app, Options& options) {
    declare_form(app, options.form, options.pretty);
    app.add_flag(std::string("--stats{") + on_stderr + "}", options.stats_file,
                 "Print figures (work, span, parallelism, totals of\n"
                 "each thread) on standard error, or write them as\nJSON to FILE")
        ->option_text("[=FILE]");
}

/// NAME:PERCENT, as in parallelism:5%.
std::optional<std::pair<std::string, double>> limit_of(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const char* const end = text.data() + text.size();
    double percent = 0;
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, percent);
    const bool ends = rest == end || (rest + 1 == end && *rest == '%');
    if (error != std::errc() || !ends || !std::isfinite(percent) || percent < 0)
        return std::nullopt;
    return std::pair(text.substr(0, colon), percent / 100);
}

bool is_figure(const std::string& name) {
    const std::vector<std::string> figures = figure_names();
    const std::string of_some_processors = name.substr(0, name.find_first_of("123456789"));
    return name != figure_time &&
           std::any_of(figures.begin(), figures.end(), [&](const std::string& figure) {
               return figure == (figure == figure_time ? of_some_processors : name);
           });
}

Check limits_of_figures() {
    return [](const std::string& list) -> std::string {
        for (const std::string& text : split(list)) {
            const auto limit = limit_of(text);
            if (!limit)
                return "'" + text + "' is no figure with a percentage, as in parallelism:5%";
            if (!is_figure(limit->first))
                return "'" + limit->first + "' is none of " + joined(figure_names()) +
                       " (with a number of processors behind " + figure_time + ")";
        }
        return split(list).empty() ? "there is no name in '" + list + "'" : "";
    };
}

/// Declares the options for a report about two runs.
void declare_comparison(CLI::App& app, Options& options) {
    show(app.add_option("--compare", options.compare,
                        "Report what has changed since the run that wrote this\ntrace"),
         "FILE");
    const auto limit = [&options](const std::string& list) {
        for (const std::string& text : split(list))
            options.limits.insert(*limit_of(text));
    };
    show(app.add_option_function<std::string>(
             "--fail-on", limit,
             "With --compare: exit with status 1 if a figure is worse\nby more than its "
             "percentage, as in\nparallelism:5%,peak:10%"),
         "FIGURE:PERCENT,...", limits_of_figures());
}

/// Declares the options for a report.
void declare_report(CLI::App& app, Options& options) {
    app.add_flag(std::string("--report{") + on_stdout + "}", options.report_files,
                 "Say what limits the parallelism, how fast several\n"
                 "cores are, which threads wait for what, ...: on\n"
                 "standard output, or in FILE, as JSON if FILE ends in\n"
                 ".json, as a page for the browser if in .html. Repeat\n"
                 "the option for several files. The model counts\n"
                 "instructions, so waiting for memory costs nothing")
        ->option_text("[=FILE]");
    const auto choose = [&options](const std::string& list) {
        const Prims names = split(list);
        options.sections.emplace();
        for (const std::string& section : report_sections())
            if (list == "all" || names.contains(section))
                options.sections->push_back(section);
    };
    show(app.add_option_function<std::string>("--sections", choose,
                                              "Tables to add to the report:\n" +
                                                  in_lines(report_sections()) +
                                                  ",\nor all [none; JSON: all but path]"),
         "NAME,...", list_of(report_sections()));
    const auto read = [&options](const std::string& name) {
        options.is_machine_ideal = name == "ideal";
        if (!options.is_machine_ideal)
            options.machine = read_machine_file(name);
    };
    show(
        app.add_option_function<std::string>(
            "--machine", read,
            "How long a machine takes to wake threads and to hand over\nbetween them, as `hpcmp "
            "--machine` has measured it: the\nreport's times on 2, 4, ... cores then contain these "
            "costs\n[no costs]; ideal: the same, and memory costs nothing\neither"),
        "FILE");
    show(app.add_option(
             "--report-memory", options.report_memory,
             "Memory for --report, --plan or another tool's format;\nwhat does not fit goes "
             "into files in TMPDIR [2048]"),
         "MIB", number_from(1));
    show(app.add_option("--native", options.native,
                        "Count nanoseconds in place of instructions, by a file\nof hpcmp --native; "
                        "for --report, --plan or another\ntool's format"),
         "FILE");
}

std::vector<std::string> formats_of_plans() {
    return {"json", "chrome", "wfformat", "dax"};
}

/// PROCESSORS or PROCESSORS,MEMORY.
std::optional<PlanRequest> plan_request(const std::string& text) {
    const std::size_t comma = text.find(',');
    std::string processors = text.substr(0, comma);
    if (!number_from(1)(processors).empty())
        return std::nullopt;
    PlanRequest request;
    request.processors = std::stoull(processors);
    if (comma == std::string::npos)
        return request;
    request.memory = bytes_of(text.substr(comma + 1));
    return request.memory ? std::optional(request) : std::nullopt;
}

std::string check_plan(std::string& text) {
    if (plan_request(text))
        return "";
    return "'" + text +
           "' is not a number of processors from 1 on, or such a number and bytes of memory, as in "
           "4 or 4,800M";
}

/// Declares the options for plans.
void declare_plan(CLI::App& app, Options& options) {
    const auto choose = [&options](const std::string& text) { options.plan = plan_request(text); };
    show(app.add_option_function<std::string>(
             "--plan", choose,
             "Plan the run within that many processors and bytes of\nheap (k, M, G: thousands, "
             "millions, billions) in\nplan.json. Without MEMORY say how long the run takes\n"
             "for each amount of memory. --report=FILE.html shows\nboth"),
         "PROCESSORS[,MEMORY]", check_plan);
    show(app.add_option("--plan-format", options.plan_format,
                        "Format of the plan: " + joined(formats_of_plans()) + " [json]"),
         "FORMAT", one_of(formats_of_plans()));
}

/// Declares the options for the meaning of entries in other systems' logs.
void declare_meaning(CLI::App& app, Options& options) {
    show(app.add_option("--map", options.reading.map,
                        "File that says what each type of event in an Alog or\nGist log means"),
         "FILE");
    const auto wait = [&options](const std::string& list) {
        const Prims names = list == "none" ? Prims() : split(list);
        options.reading.waiting.emplace(names.begin(), names.end());
    };
    show(app.add_option_function<std::string>(
             "--waiting", wait,
             "States of an Alog or Gist log whose duration does not\ncount as work, or none [MPE's "
             "names of MPI calls that\nwait]"),
         "STATE,...", with_a_name());
    show(app.add_option("--cost", options.reading.cost,
                        "What counts as work in a Gist log: time, or the name\nof a counter "
                        "[time]"),
         "COUNTER");
    const auto view = [&options](const std::string& name) {
        options.reading.workers = name == "worker";
    };
    show(app.add_option_function<std::string>("--lpel-view", view,
                                              "What a thread is in an LPEL log: task, worker\n"
                                              "[task]"),
         "VIEW", one_of({"task", "worker"}));
}

void declare_run(CLI::App& app, Options& options) {
    app.add_flag("--recover", options.recover,
                 "Make the ILM of the undamaged part of a damaged trace");
    show(app.add_option("--threads", options.reading.threads,
                        "The most threads to work with; more than 2 do not\nhelp [1 or 2, by the "
                        "input's size]"),
         "N", number_from(1));
    app.add_flag("--quiet", options.quiet, "Show no progress bar on a terminal");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.set_version_flag("--version", "ilmgen " PACKAGE_VERSION, "Print the version and exit");
}

/// Declares all options, in the order in which --help shows them.
void declare(CLI::App& app, Options& options) {
    app.formatter(std::make_shared<Help>());
    declare_files(app, options);
    declare_output(app, options);
    declare_ilm(app, options);
    declare_report(app, options);
    declare_comparison(app, options);
    declare_plan(app, options);
    declare_meaning(app, options);
    declare_run(app, options);
    refuse_empty_values(app);
}

bool same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return a != "-" && b != "-" && std::filesystem::is_regular_file(b, ignored) &&
           std::filesystem::equivalent(a, b, ignored);
}

/// Without -o, the last of several files is the output, as with cp.
void name_output(Options& options) {
    if (options.output.empty() && options.inputs.size() > 1) {
        options.output = options.inputs.back();
        options.inputs.pop_back();
    }
}

/// A command that asks for figures or a report, and for nothing else, writes no ILM.
void name_usual_output(Options& options, const CLI::App& app) {
    const bool asked = app.count("--emit") > 0 || options.emit != &output_named("ilm");
    if ((options.stats || !options.report_files.empty()) && !asked) {
        for (const char* form :
             {"--pretty-json", "--no-trans-reduce", "--no-pruning", "--cross-block"})
            if (app.count(form) > 0)
                throw Error(std::string(form) + ": says what the ILM is like, and with " +
                            (options.stats ? "--stats" : "--report") +
                            " alone there is none; -o FILE writes it, too");
        return;
    }
    options.output = options.emit->file;
}

/// --dot and --dot-block.
void choose_picture(Options& options, const CLI::App& app) {
    const bool dot = app.count("--dot") > 0;
    if (!dot && app.count("--dot-block") == 0)
        return;
    const OutputKind& picture = output_named("dot");
    if (app.count("--emit") > 0 && options.emit != &picture)
        throw Error(std::string(dot ? "--dot" : "--dot-block") +
                    ": is of no use with --emit=" + options.emit->name);
    options.emit = &picture;
}

/// --stats.
void choose_figures(Options& options) {
    options.stats = !options.stats_file.empty();
    if (options.stats_file == on_stderr)
        options.stats_file.clear();
}

/// --compare.
void choose_comparison(Options& options) {
    if (!options.limits.empty() && options.compare.empty())
        throw Error("--fail-on: is of no use without --compare");
    if (!options.compare.empty() && options.report_files.empty())
        options.report_files = {on_stdout};
}

/// Checks the options that are about a report.
void check_report(const Options& options, const CLI::App& app) {
    if (app.count("--report-memory") > 0 && options.report_files.empty() && !options.plan &&
        !options.emit->needs_run())
        throw Error("--report-memory: is of no use without --report, --plan or --emit=" +
                    boost::algorithm::join(formats_of_runs(), ", "));
    if (app.count("--machine") > 0 && options.report_files.empty())
        throw Error("--machine: is of no use without --report");
    if (!options.native.empty() && options.report_files.empty() && !options.plan &&
        !options.emit->needs_run())
        throw Error("--native: is of no use without --report, --plan or --emit=" +
                    boost::algorithm::join(formats_of_runs(), ", "));
    if (!options.native.empty() && !options.compare.empty())
        throw Error("--native: is of one run, so it is of no use with --compare; compare "
                    "instructions");
    if (options.sections && options.report_files.empty())
        throw Error("--sections: is of no use without --report");
    for (const std::string& file : options.report_files)
        if (!options.compare.empty() && options.plan && is_page(file))
            throw Error(file + ": a page of two runs (--compare) shows no plan, so make two calls: "
                               "one with --compare, one with --plan");
}

/// --plan: what would be the ILM's file is the plan's.  A plan keeps the recorded order of locks,
/// so --relax would make plans that the program cannot follow.
void choose_plan(Options& options, const CLI::App& app) {
    for (const char* form : {"--emit", "--dot", "--dot-block", "--pretty-json", "--no-trans-reduce",
                             "--no-pruning", "--cross-block"})
        if (app.count(form) > 0)
            throw Error(std::string(form) +
                        ": asks for another output than the plan, so it is of no use with --plan");
    if (app.count("--relax") > 0)
        throw Error("--relax: is of no use with --plan, because a program can only follow a plan "
                    "that keeps the recorded order");
    PlanRequest& plan = *options.plan;
    if (app.count("--plan-format") > 0 && plan.is_curve())
        throw Error("--plan-format: is of no use without MEMORY in --plan=PROCESSORS,MEMORY");
    plan.format = options.plan_format;
    plan.file = options.output;
    if (plan.file.empty())
        plan.file = plan.is_curve() ? "-" : kind_of(plan).file;
    options.output.clear();
}

/// Checks that each file is for one thing only.
void check_files(const Options& options) {
    std::vector<std::pair<std::string, std::string>> written = {
        {options.output, "the ILM"}, {options.stats_file, "the figures"}};
    for (const std::string& file : options.report_files)
        written.emplace_back(file, "the report");
    if (options.plan)
        written.emplace_back(options.plan->file, "the plan");
    if (options.emit->is_archive())
        written.emplace_back(archive_parts(options.output).definitions.string(), "the archive");
    for (std::size_t i = 0; i < written.size(); ++i) {
        const auto& [file, what] = written[i];
        for (const std::string& input : options.inputs)
            if (same_file(input, file))
                throw Error(file + ": is the input, so it cannot be an output, too");
        if (same_file(options.native, file))
            throw Error(file + ": is the file of --native, so it cannot be an output, too");
        if (same_file(options.compare, file))
            throw Error(file + ": is the run to compare with, so it cannot be an output, too");
        for (std::size_t j = 0; j < i; ++j)
            if ((file == written[j].first && !file.empty()) || same_file(written[j].first, file))
                throw Error((file == "-" ? "standard output" : file) + ": is for " +
                            (what == written[j].second
                                 ? what + " once, not twice"
                                 : written[j].second + " or for " + what + ", not both"));
    }
}

/// Checks that outputs may replace the files that are there.  A user who forgets -o must not lose
/// the last of several logs.
void check_replaced(const Options& options, const CLI::App& app) {
    if (options.force)
        return;
    if (!options.output.empty())
        check_replaceable(options.output, *options.emit);
    if (!options.stats_file.empty())
        check_replaceable(options.stats_file, output_named(emit_figures));
    for (const std::string& file : options.report_files)
        check_replaceable(file, output_named(emit_report));
    if (options.plan)
        check_replaceable(options.plan->file, kind_of(*options.plan));
    if (app.count("--output") == 0 && options.inputs.size() > 1 &&
        !log_format(options.output).empty())
        throw Error(
            options.output +
            ": is a log, and would be replaced by the output; -o FILE names another output");
}

} // namespace

const OutputKind& kind_of(const PlanRequest& plan) {
    if (plan.is_curve())
        return output_named(emit_curve);
    if (plan.format == "json")
        return output_named(emit_plan);
    return output_named(plan.format == "chrome" ? emit_plan_for_chrome : plan.format);
}

bool is_json(const std::string& path) {
    return path.ends_with(".json") || path.ends_with(".json.gz") || path.ends_with(".json.zst");
}

bool is_page(const std::string& path) {
    return path.ends_with(".html") || path.ends_with(".htm");
}

std::optional<Options> parse_options(int argc, const char* const* argv) {
    Options options;
    CLI::App app("Makes the ILM of a raw trace or of another system's log: the order of the\n"
                 "synchronisation events, with what happened between them.\n",
                 "ilmgen");
    declare(app, options);
    if (const std::optional<std::string> answer = parse(app, argc, argv)) {
        print(*answer);
        return std::nullopt;
    }
    options.reading.recover = options.recover;
    choose_figures(options);
    choose_comparison(options);
    check_report(options, app);
    choose_picture(options, app);
    if (options.emit->check != nullptr)
        options.emit->check();
    name_output(options);
    if (options.plan)
        choose_plan(options, app);
    else if (app.count("--plan-format") > 0)
        throw Error("--plan-format: is of no use without --plan");
    else if (options.output.empty())
        name_usual_output(options, app);
    check_files(options);
    check_replaced(options, app);
    return options;
}

} // namespace ilm
