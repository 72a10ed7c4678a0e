// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line.
#ifndef ILMGEN_OPTIONS_H
#define ILMGEN_OPTIONS_H

#include "ilmgen/ilm_builder.h"

#include <optional>
#include <string>

namespace ilm {

struct Options {
    std::string input;  ///< "-": standard input
    std::string output; ///< "-": standard output
    bool dot = false;
    bool pretty = false;
    bool recover = false;
    bool stats = false;
    bool quiet = false;
    std::string stats_file;    ///< empty: standard error
    std::uint64_t threads = 0; ///< at most; 0: what suits machine and trace
    Form form;
};

/// Empty if all there was to do is done: --help, --version.  Throws Error for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace ilm

#endif
