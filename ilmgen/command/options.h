// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command line.
#ifndef ILMGEN_COMMAND_OPTIONS_H
#define ILMGEN_COMMAND_OPTIONS_H

#include "ilmgen/analysis/change/compare.h"
#include "ilmgen/command/outputs.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/from/log/log_reader.h"
#include "ilmgen/model/machine_costs.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// --plan.
struct PlanRequest {
    std::uint64_t processors = 1;
    std::optional<std::int64_t> memory; ///< bytes; empty: the curve over all sizes of memory
    std::string format = "json";        ///< of a plan: also chrome, wfformat, dax
    std::string file;                   ///< "-": standard output
    bool is_curve() const { return !memory; }
};

struct Options {
    std::vector<std::string> inputs; ///< files, folders; "-": standard input
    std::string output;              ///< "-": standard output; empty: only figures are asked for
    const OutputKind* emit = &output_named("ilm");
    /// The DAG block to draw; empty: all.
    std::optional<std::uint64_t> dot_block = 0;
    Reading reading;
    bool pretty = false;
    bool recover = false;
    bool stats = false;
    bool quiet = false;
    bool force = false;                    ///< replace any file
    std::string stats_file;                ///< empty: standard error
    std::vector<std::string> report_files; ///< of one report; "-": standard output
    /// Sections of the report; empty: the usual ones of its form.
    std::optional<std::vector<std::string>> sections;
    std::optional<MachineCosts> machine; ///< what hand-overs cost in a report
    bool is_machine_ideal = false;       ///< neither its memory nor its hand-overs cost anything
    std::string compare;                 ///< the input that the run is compared with; empty: none
    Limits limits;                       ///< --fail-on: how much worse figures may become
    std::optional<PlanRequest> plan;
    std::string plan_format = "json";   ///< PlanRequest::format
    std::uint64_t report_memory = 2048; ///< MiB, of large arrays
    std::string native; ///< file of hpcmp --native, by which instructions become nanoseconds
    Form form;
};

/// The costs of hand-overs in a report; null: they cost nothing.
inline const MachineCosts* costs_of(const Options& options) {
    return options.machine ? &*options.machine : nullptr;
}
/// The smallest block, in bytes, whose accesses Run::traffic contains. It is 0 if the machine's
/// memory is known, because the caches are known then, too. Empty: Run::traffic is not needed.
inline std::optional<std::uint64_t> traffic_from(const Options& options) {
    if (options.report_files.empty() || options.is_machine_ideal)
        return std::nullopt;
    return options.machine && options.machine->memory ? 0 : more_than_caches;
}

/// The kind of the file that --plan asks for.
const OutputKind& kind_of(const PlanRequest& plan);

/// Whether a report of this name is for a program.
bool is_json(const std::string& path);
/// Whether a report of this name is a page for a browser.
bool is_page(const std::string& path);

/// Returns nothing if no work is left, after --help or --version. Throws Error for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace ilm

#endif
