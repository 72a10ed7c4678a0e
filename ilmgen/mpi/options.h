// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line of ilmgen-mpi.
#ifndef ILMGEN_MPI_OPTIONS_H
#define ILMGEN_MPI_OPTIONS_H

#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace ilm {

struct MpiOptions {
    std::vector<std::string> inputs; ///< files, folders
    std::string output = "ilm.json";
    Reading reading;
    Form form;
    bool pretty = false;
    bool quiet = false;
    bool force = false; ///< replace any file
};

/// Returns nothing if no work is left, after --help or --version. `says`: whether this process
/// prints their text. Throws Error for wrong usage.
std::optional<MpiOptions> parse_mpi_options(int argc, const char* const* argv, bool says);

} // namespace ilm

#endif
