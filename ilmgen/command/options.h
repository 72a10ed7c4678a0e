// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line.
#ifndef ILMGEN_COMMAND_OPTIONS_H
#define ILMGEN_COMMAND_OPTIONS_H

#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

struct Options {
    std::vector<std::string> inputs; ///< files, folders; "-": standard input
    std::string output;              ///< "-": standard output; empty: only figures are asked for
    std::string emit = "ilm";        ///< "ilm", "dot", or a format of events
    /// Which DAG block to draw; empty: all.
    std::optional<std::uint64_t> dot_block = 0;
    Reading reading;
    bool pretty = false;
    bool recover = false;
    bool stats = false;
    bool quiet = false;
    bool force = false;                 ///< replace any file
    std::string stats_file;             ///< empty: standard error
    std::string report_file;            ///< "-": standard output; empty: none is asked for
    std::vector<std::string> sections;  ///< of the report
    std::uint64_t report_memory = 2048; ///< MiB, for the run
    Form form;
};

/// Whether a report of this name is for a program.
bool is_json(const std::string& path);

/// Empty if all there was to do is done: --help, --version.  Throws Error for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace ilm

#endif
