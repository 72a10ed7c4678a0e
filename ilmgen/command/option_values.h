// SPDX-License-Identifier: GPL-2.0-or-later
//
// What options are like, whichever program has them: how --help shows them, what is wrong with
// their values, and those that say what the ILM is like.
#ifndef ILMGEN_COMMAND_OPTION_VALUES_H
#define ILMGEN_COMMAND_OPTION_VALUES_H

#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ilm {

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

std::string joined(const std::vector<std::string>& words);

/// What is wrong with a value, if anything, and the value as CLI11 takes it.  Its own checks of
/// numbers accept what does not fit, and its own lists of words make other sentences.
using Check = std::function<std::string(std::string& value)>;

Check one_of(const std::vector<std::string>& words);
/// In decimal, also with zeros before it.
Check number_from(std::uint64_t least);
/// With commas between them.
Check numbers_from(std::uint64_t least);
Check list_of(const std::vector<std::string>& words);
Check with_a_name();

/// The names in a list.
Prims split(const std::string& list);

/// The option as --help shows it, =VALUE, and what its value has to be.
CLI::Option* show(CLI::Option* option, const std::string& value);
CLI::Option* show(CLI::Option* option, const std::string& value, const Check& check);

/// Which processes are read, and what orders them.
void declare_run(CLI::App& app, Reading& reading);
/// What the ILM is like.
void declare_form(CLI::App& app, Form& form, bool& pretty);

/// After all options are declared.
void refuse_empty_values(CLI::App& app);
/// Before they are parsed.  Throws Error for an option at whose = the word ends: it would get the
/// next one, a file's name, as its value.
void refuse_cut_options(int argc, const char* const* argv);

} // namespace ilm

#endif
