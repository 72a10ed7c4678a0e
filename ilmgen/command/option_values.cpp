// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/option_values.h"

#include "ilmgen/model/error.h"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <sstream>
#include <string_view>

namespace ilm {

std::string joined(const std::vector<std::string>& words) {
    return boost::algorithm::join(words, ", ");
}

Check one_of(const std::vector<std::string>& words) {
    return [words](const std::string& value) {
        const bool known = std::find(words.begin(), words.end(), value) != words.end();
        return known ? "" : "'" + value + "' is none of " + joined(words);
    };
}

Check number_from(std::uint64_t least) {
    return [least](std::string& value) -> std::string {
        std::uint64_t number = 0;
        const char* const end = value.data() + value.size();
        const auto [rest, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc() || rest != end || number < least)
            return "'" + value + "' is not a number from " + std::to_string(least) + " to 2^64 - 1";
        value = std::to_string(number);
        return "";
    };
}

Check numbers_from(std::uint64_t least) {
    return [least](const std::string& list) -> std::string {
        const Check is_number = number_from(least);
        for (std::string number : split(list))
            if (const std::string fault = is_number(number); !fault.empty())
                return fault;
        return split(list).empty() ? "there is no number in '" + list + "'" : "";
    };
}

std::optional<std::int64_t> bytes_of(const std::string& text) {
    constexpr double most = 1e18;
    const char* const end = text.data() + text.size();
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
    const double unit = suffix.empty() ? 1 : suffix == "k" ? 1e3 : suffix == "M" ? 1e6 : 1e9;
    const bool is_known = suffix.empty() || suffix == "k" || suffix == "M" || suffix == "G";
    if (error != std::errc() || !is_known || !(number * unit >= 1 && number * unit <= most))
        return std::nullopt;
    return static_cast<std::int64_t>(number * unit);
}

Prims split(const std::string& list) {
    Prims names;
    std::istringstream in(list);
    for (std::string name; std::getline(in, name, ',');)
        if (!name.empty())
            names.insert(name);
    return names;
}

Check list_of(const std::vector<std::string>& words) {
    const Check is_word = one_of(words);
    return [is_word](const std::string& list) -> std::string {
        if (list == "all")
            return "";
        for (std::string name : split(list))
            if (const std::string fault = is_word(name); !fault.empty())
                return fault;
        return split(list).empty() ? "there is no name in '" + list + "'" : "";
    };
}

Check with_a_name() {
    return [](const std::string& list) {
        return split(list).empty() ? "there is no name in '" + list + "'" : "";
    };
}

CLI::Option* show(CLI::Option* option, const std::string& value) {
    return option->type_name(value)->option_text("=" + value);
}
CLI::Option* show(CLI::Option* option, const std::string& value, const Check& check) {
    return show(option, value)->transform(CLI::Validator(check, ""));
}

void declare_run(CLI::App& app, Reading& reading) {
    const auto run = [&reading](const std::string& list) {
        for (const std::string& pid : split(list))
            reading.runs.insert(std::stoull(pid));
    };
    show(
        app.add_option_function<std::string>(
            "--run", run,
            "If the traces are of several runs, take the run that\nbegan with process PID; several "
            "PIDs make one model of\nseveral runs, for example of MPI jobs that connected to\n"
            "each other"),
        "PID,...", numbers_from(1));
    const auto mean = [&reading](const std::string& order) {
        reading.collectives = order == "sync" ? Collectives::barriers : Collectives::data;
    };
    show(
        app.add_option_function<std::string>(
            "--mpi-coll", mean,
            "Which order a collective operation of MPI implies: with\ndata, a rank comes after the "
            "ranks whose data it gets;\nwith sync, all ranks come after all [data]"),
        "ORDER", one_of({"data", "sync"}));
}

void declare_form(CLI::App& app, Form& form, bool& pretty) {
    show(app.add_option("--block-size", form.block_size, "Sync events in a DAG block [4096]"), "N",
         number_from(1));
    app.add_flag("--pretty-json", pretty, "Indent the JSON");
    app.add_flag("--no-trans-reduce{false}", form.reduce, "Keep edges that follow from others");
    app.add_flag("--no-pruning{false}", form.prune, "Keep events without edges");
    app.add_flag("--cross-block", form.cross_block, "Keep the order between DAG blocks, as 'prv'");
    const auto relax = [&form](const std::string& list) { form.relaxed = split(list); };
    show(app.add_option_function<std::string>(
             "--relax", relax,
             "Drop the order that comes only from these kinds of\nprimitives, e.g. mutex,spin,"
             "rwlock"),
         "PRIM,...", with_a_name());
}

void refuse_empty_values(CLI::App& app) {
    const Check present = [](const std::string& value) {
        return value.empty() ? "a value is missing" : "";
    };
    for (CLI::Option* const option : app.get_options())
        if (option->nonpositional())
            option->transform(CLI::Validator(present, "")); // looks first
}

namespace {

/// Whether --help shows that the option takes no value.
bool is_plain_flag(const CLI::Option* option) {
    return option != nullptr && option->get_expected_max() == 0 &&
           option->get_option_text().empty();
}

/// Throws Error for an option whose word ends with its =, because it would get the next word, a
/// file's name, as its value. Also throws Error for a value behind an option that takes none,
/// because the value would be ignored: --dot=picture.dot does not name the picture.
void refuse_wrong_values(const CLI::App& app, int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--")
            return;
        const std::string name(word.substr(0, word.find('=')));
        if (!word.starts_with('-') || name.size() == word.size())
            continue;
        if (is_plain_flag(app.get_option_no_throw(name)))
            throw Error(std::string(word) + ": " + name + " takes no value");
        if (word.size() == name.size() + 1)
            throw Error(std::string(word) + ": a value is missing");
    }
}

} // namespace

std::optional<std::string> parse(CLI::App& app, int argc, const char* const* argv) {
    refuse_wrong_values(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return app.help();
    } catch (const CLI::CallForVersion& version) {
        return std::string(version.what()) + "\n";
    } catch (const CLI::ValidationError& error) {
        throw Error(error.what());
    } catch (const CLI::ParseError& error) {
        throw Error(std::string(error.what()) + " (see " + app.get_name() + " --help)");
    }
    return std::nullopt;
}

void print(const std::string& text) {
    if (!(std::cout << text << std::flush))
        throw Error("standard output: cannot be written");
}

} // namespace ilm
