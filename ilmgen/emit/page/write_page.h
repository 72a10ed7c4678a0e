// SPDX-License-Identifier: GPL-2.0-or-later
//
// --report=FILE.html: one file that a browser opens, without network.
#ifndef ILMGEN_EMIT_PAGE_WRITE_PAGE_H
#define ILMGEN_EMIT_PAGE_WRITE_PAGE_H

#include "ilmgen/analysis/cores.h"
#include "ilmgen/analysis/doing.h"
#include "ilmgen/analysis/flow_reads.h"
#include "ilmgen/analysis/report.h"
#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/page/page_plan.h"
#include "ilmgen/run/run.h"

#include <string_view>

namespace ilm {

/// The page's data stay below `page_budget`, however long the run is.
/// `machines`: as explain() gives them.  The last one is left out, because it has more processors
/// than threads can use.
/// `planned`: of the same run; null: the page shows no plan.
void write_page(const Run& run, const Report& report, const std::vector<OnCores>& machines,
                const FlowReads& reads, const Doing& doing, OutputFile& out,
                const ShownPlan* planned = nullptr);

/// The limit for the data, in bytes of base64.
constexpr std::size_t page_budget = 20'000'000;

/// Whether a file that begins so is such a page.
bool begins_page(std::string_view begin);

} // namespace ilm

#endif
