// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/outputs.h"

#include "ilmgen/emit/events/event_writers.h"
#include "ilmgen/emit/export/exports.h"
#include "ilmgen/emit/ilm/write_dot.h"
#include "ilmgen/emit/ilm/write_figures.h"
#include "ilmgen/emit/ilm/write_json.h"
#include "ilmgen/emit/page/write_page.h"
#include "ilmgen/emit/plan/write_plan.h"
#include "ilmgen/emit/report/write_report.h"
#include "ilmgen/from/contents.h"
#include "ilmgen/logs/written/log_writers.h"

#include <algorithm>
#include <array>

namespace ilm {

namespace {

bool begins_any_report(std::string_view begin) {
    return begins_report(begin) || begins_page(begin);
}

constexpr const char* as_listing =
    " for a person, by ilmgen --emit=text or an older hpcmp; ilmgen's input is the trace";

constexpr std::array kinds = {
    OutputKind{"ilm", "ilm.json", "an ILM", begins_ilm, BlockForm::json},
    OutputKind{"dot", "ilm.dot", "a picture for Graphviz", begins_dot, BlockForm::picture},
    OutputKind{"trace", "trace.json", "a raw trace", begins_trace, trace_writer, nullptr},
    OutputKind{"alog", "events.alog", "an Alog log that ilmgen has written", begins_emitted_alog,
               alog_writer, nullptr},
    OutputKind{"gist", "events.gist", "a Gist log that ilmgen has written", begins_emitted_gist,
               gist_writer, nullptr},
    OutputKind{"arrows", "events.arrows", "a list of arrows", begins_arrows, arrow_writer},
    OutputKind{"text", "events.text", "a listing of events", begins_text, text_writer, as_listing},
    OutputKind{"pprof", "profile.pb.gz", "a profile for pprof that ilmgen has written",
               begins_pprof, write_pprof},
    OutputKind{"dhat", "dhat.out", "a file for DHAT's viewer that ilmgen has written", begins_dhat,
               write_dhat},
    OutputKind{"massif", "massif.out", "a file for ms_print", begins_massif, write_massif},
    OutputKind{"perfetto", "trace.pftrace", "a trace for Perfetto that ilmgen has written",
               begins_perfetto, write_perfetto},
    OutputKind{.name = "otf2",
               .file = "traces.otf2",
               .is = "an OTF2 archive that ilmgen has written",
               .begins = begins_otf2,
               .writer = write_otf2,
               .check = check_otf2},
    OutputKind{"wfformat", "workflow.json", "a workflow in WfFormat that ilmgen has written",
               begins_wfformat, write_wfformat},
    OutputKind{"dax", "workflow.dax", "a workflow in DAX that ilmgen has written", begins_dax,
               write_dax},
    OutputKind{emit_figures, "", "a file of figures (--stats)", begins_figures, WrittenByOption()},
    OutputKind{emit_plan, "plan.json", "a plan (--plan)", begins_plan, WrittenByOption()},
    OutputKind{emit_plan_for_chrome, "plan.chrome.json", "a plan for Chrome (--plan)",
               begins_plan_for_chrome, WrittenByOption()},
    OutputKind{emit_curve, "", "a curve of plans (--plan)", begins_curve, WrittenByOption()},
    OutputKind{emit_report, "", "a report (--report)", begins_any_report, WrittenByOption()},
};

} // namespace

std::span<const OutputKind> outputs() {
    return kinds;
}

const OutputKind& output_named(std::string_view name) {
    return *std::ranges::find(kinds, name, &OutputKind::name);
}

const OutputKind* output_that_begins(std::string_view begin) {
    if (is_empty_array(begin))
        return nullptr;
    const auto* const found =
        std::ranges::find_if(kinds, [begin](const OutputKind& kind) { return kind.begins(begin); });
    return found == kinds.end() ? nullptr : found;
}

} // namespace ilm
