// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/options.h"

#include "ilmgen/command/option_values.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <memory>

namespace ilm {

namespace {

void declare(CLI::App& app, MpiOptions& options) {
    app.formatter(std::make_shared<Help>());
    app.add_option("input", options.inputs,
                   "Traces of the ranks of a job, as written by\nvalgrind --tool=hpcmp; a folder "
                   "stands for its files")
        ->required()
        ->type_name("...");
    show(app.add_option("-o,--output", options.output,
                        "Name of the ILM. For ilm.json the parts are called\nilm.0.json, "
                        "ilm.1.json, ..., and ilm.manifest.json\nlists them [ilm.json]"),
         "FILE");
    declare_run(app, options.reading);
    app.add_flag("--force", options.force, "Replace files even if they are no parts of an ILM");
    declare_form(app, options.form, options.pretty);
    app.add_flag("--recover", options.reading.recover,
                 "Make the ILM of the undamaged parts if traces are\ndamaged or missing");
    app.add_flag("--quiet", options.quiet, "Show no progress on a terminal");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.set_version_flag("--version", "ilmgen-mpi " PACKAGE_VERSION, "Print the version and exit");
    refuse_empty_values(app);
}

} // namespace

std::optional<MpiOptions> parse_mpi_options(int argc, const char* const* argv, bool says) {
    MpiOptions options;
    CLI::App app(
        "Makes the ILM of the ranks of a job of MPI, as ilmgen does, in several processes:\n"
        "mpirun -n N ilmgen-mpi ...\n",
        "ilmgen-mpi");
    declare(app, options);
    if (const std::optional<std::string> answer = parse(app, argc, argv)) {
        if (says)
            print(*answer);
        return std::nullopt;
    }
    return options;
}

} // namespace ilm
