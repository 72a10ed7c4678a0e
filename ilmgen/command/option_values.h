// SPDX-License-Identifier: GPL-2.0-or-later
//
// The common part of all programs' options: how --help shows options, checks of their values, and
// the options for the form of the ILM.
#ifndef ILMGEN_COMMAND_OPTION_VALUES_H
#define ILMGEN_COMMAND_OPTION_VALUES_H

#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// Formats --help: names as in the synopsis, and for each option the text that was set for it.
class Help : public CLI::Formatter {
public:
    Help() {
        column_width(22);
        label("OPTIONS", "options");
        label("Positionals", "Files");
    }
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        const std::string name = Formatter::make_option_name(option, is_positional);
        // The braces contain the value that an option without a value stands for.
        return is_positional ? "<" + name + ">" : name.substr(0, name.find('{'));
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_option_text();
    }
};

std::string joined(const std::vector<std::string>& words);

/// Returns what is wrong with a value, or an empty string. It may change the value to a form that
/// CLI11 takes. CLI11's own checks are not used, because its checks of numbers accept values that
/// do not fit, and its checks of words use other sentences than ilmgen.
using Check = std::function<std::string(std::string& value)>;

Check one_of(const std::vector<std::string>& words);
/// A number in decimal, also with zeros before it.
Check number_from(std::uint64_t least);
/// Numbers with commas between them.
Check numbers_from(std::uint64_t least);
Check list_of(const std::vector<std::string>& words);
Check with_a_name();

/// A number of bytes: a decimal number, also with a point, followed by nothing or by k, M or G for
/// thousands, millions or billions. Example: 1.5k is 1500. Returns nothing if the text is no such
/// number, or the number is 0 or over 10^18.
std::optional<std::int64_t> bytes_of(const std::string& text);

/// The names in a list.
Prims split(const std::string& list);

/// Sets how --help shows the option, =VALUE, and the check of its value.
CLI::Option* show(CLI::Option* option, const std::string& value);
CLI::Option* show(CLI::Option* option, const std::string& value, const Check& check);

/// Declares the options for the processes that are read, and for what orders them.
void declare_run(CLI::App& app, Reading& reading);
/// Declares the options for the form of the ILM.
void declare_form(CLI::App& app, Form& form, bool& pretty);

/// To be called after all options are declared.
void refuse_empty_values(CLI::App& app);
/// Parses the command line. Returns the text to print if the user asks for help or for the version;
/// nothing otherwise. Throws Error for options that are wrong.
std::optional<std::string> parse(CLI::App& app, int argc, const char* const* argv);
/// Prints the text on standard output.  Throws Error if that is not possible.
void print(const std::string& text);

} // namespace ilm

#endif
