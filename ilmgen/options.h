// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line.
#ifndef ILMGEN_OPTIONS_H
#define ILMGEN_OPTIONS_H

#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace ilm {

struct Options {
    std::vector<std::string> inputs; ///< files, folders; "-": standard input
    std::string output;              ///< "-": standard output
    std::string emit = "ilm";        ///< "ilm", "dot", or a format of events
    Reading reading;
    bool pretty = false;
    bool recover = false;
    bool stats = false;
    bool quiet = false;
    std::string stats_file; ///< empty: standard error
    Form form;
};

/// Empty if all there was to do is done: --help, --version.  Throws Error for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace ilm

#endif
