// SPDX-License-Identifier: GPL-2.0-or-later
//
// All kinds of output that ilmgen writes: a description of each kind, and one list of them. The
// option --emit and its help, the usual names of files, the check of a file that would be replaced,
// and the messages about inputs that ilmgen does not read all use this list.
//
// Example: --emit=dhat writes dhat.out with write_dhat().  If a dhat.out is there already,
// begins_dhat() tells whether it may be replaced, and messages call it "a file for DHAT's viewer
// that ilmgen has written".
#ifndef ILMGEN_COMMAND_OUTPUTS_H
#define ILMGEN_COMMAND_OUTPUTS_H

#include "ilmgen/emit/events/event_writer.h"
#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ilm {

/// For --stats, --report and --plan, which have options and writers of their own (stats_output.h,
/// report_output.h, plan_output.h).
struct WrittenByOption {};
/// Made of DAG blocks (output.h).
enum class BlockForm : std::uint8_t { json, picture };
using EventWriterMaker = std::unique_ptr<EventWriter> (*)(OutputFile& out);
/// Writes a whole file.  `cost`: the unit of the run's work.
using RunWriter = void (*)(const Run& run, const std::string& cost, OutputFile& out);
/// Writes several files.
using ArchiveWriter = void (*)(const Run& run, const std::string& cost, OutputArchive& out);

using OutputWriter =
    std::variant<WrittenByOption, BlockForm, EventWriterMaker, RunWriter, ArchiveWriter>;

struct OutputKind {
    const char* name; ///< of --emit=NAME
    const char* file; ///< the file's name if the user gives none
    const char* is;   ///< what a message calls such a file: "an ILM"
    /// Whether a file that begins with these bytes is of this kind.
    bool (*begins)(std::string_view begin);
    OutputWriter writer;
    /// The text that a message adds if such a file is the input; null: ilmgen can read it.
    const char* as_input = ", which ilmgen writes and does not read; its input is the trace";
    void (*check)() = nullptr; ///< throws Error if this ilmgen cannot write it; null: it can

    template <class Writer>
    bool is_written_by() const {
        return std::holds_alternative<Writer>(writer);
    }
    /// Whether the run must be in memory.
    bool needs_run() const { return is_written_by<RunWriter>() || is_written_by<ArchiveWriter>(); }
    bool is_archive() const { return is_written_by<ArchiveWriter>(); }
};

/// The names of the outputs of --stats=FILE, --report=FILE, --plan=P,M and --plan=P.
constexpr const char* emit_figures = "figures";
constexpr const char* emit_report = "report";
constexpr const char* emit_plan = "plan";
constexpr const char* emit_curve = "curve";
constexpr const char* emit_plan_for_chrome = "plan-chrome";

/// All kinds, in the order in which --help names them.
std::span<const OutputKind> outputs();

/// The kind with this name, which must exist.
const OutputKind& output_named(std::string_view name);

/// The kind of a file that begins like this. It is null if ilmgen has not written the file, and for
/// an empty array, which may be an ILM or a trace.
const OutputKind* output_that_begins(std::string_view begin);

/// The names of the outputs for which `wanted(kind)` holds.
template <class Wanted>
std::vector<std::string> names_of_outputs(const Wanted& wanted) {
    std::vector<std::string> names;
    for (const OutputKind& kind : outputs())
        if (wanted(kind))
            names.emplace_back(kind.name);
    return names;
}

} // namespace ilm

#endif
