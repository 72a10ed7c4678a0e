// SPDX-License-Identifier: GPL-2.0-or-later
//
// --report=FILE.html: one file that a browser opens, without network.
#ifndef ILMGEN_EMIT_PAGE_WRITE_PAGE_H
#define ILMGEN_EMIT_PAGE_WRITE_PAGE_H

#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/memory/flow_reads.h"
#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/page/page_plan.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// The limit for the data of a page, in bytes of base64.
constexpr std::size_t page_budget = 20'000'000;

/// The parts of one run that a page shows.
struct ShownRun {
    const Run& run;
    const Report& report;
    /// They are as explain() gives them.  The last one is left out, because it has more processors
    /// than threads can use.
    const std::vector<MachineRun>& machines;
    const FlowReads& reads;
    const ShownPlan* planned = nullptr; ///< of the same run; null: the page shows no plan
};

/// Returns the data that a page carries of a run: base64, below `budget` bytes, however long the
/// run is.
std::string page_data(const ShownRun& shown, const Doing& doing, std::size_t budget = page_budget);

/// Writes the page of a run, or of two runs.  `data`, `before`: of page_data(); the report of the
/// first one is about both runs then.  `before` is empty if there is one run.
void write_page(std::string_view data, std::string_view before, OutputFile& out);

/// Whether a file that begins so is such a page.
bool begins_page(std::string_view begin);

} // namespace ilm

#endif
