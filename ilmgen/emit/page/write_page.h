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
#include "ilmgen/emit/page/parts/page_plan.h"
#include "ilmgen/emit/page/parts/page_schedule.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// The limit for the data of a page, in bytes of base64.
constexpr std::size_t page_budget = 20'000'000;

/// The part of one run that a page shows. The times of steps on a machine are summed up as soon as
/// the run has been replayed there, because they take more memory than the run.
class PageRun {
public:
    explicit PageRun(const Run& run);

    /// For CoresDetail::schedule.
    std::function<void(const MachineRun&)> adder() {
        return [this](const MachineRun& machine) { add(machine); };
    }

    /// Returns the data that a page carries of the run: base64, below `budget` bytes, however long
    /// the run is. `planned` is of the same run; if it is null, the page shows no plan.
    std::string data(const Report& report, const FlowReads& reads, const ShownPlan* planned,
                     const Doing& doing, std::size_t budget = page_budget) const;

private:
    void add(const MachineRun& machine);

    const Run& run_;
    FineSlices slices_;
    std::vector<PageSchedule> schedules_; ///< the first one with processors enough
};

/// Writes the page of a run, or of two runs. `data` and `before` come from PageRun::data().
/// `before` is empty if there is one run. If there are two, the report in `data` compares both.
void write_page(std::string_view data, std::string_view before, OutputFile& out);

/// Whether a file that begins with these bytes is such a page.
bool begins_page(std::string_view begin);

} // namespace ilm

#endif
