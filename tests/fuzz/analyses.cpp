// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: what is said of any trace, and what is written of it for other
// tools.  Its figures fit together, and do not differ from themselves.
#include "ilmgen/analysis/change/compare.h"
#include "ilmgen/analysis/explain.h"
#include "ilmgen/command/outputs.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/emit/page/write_page.h"
#include "ilmgen/emit/report/write_report.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "ilmgen/model/error.h"
#include "ilmgen/resolve/resolver.h"
#include "ilmgen/run/recorder.h"
#include "tests/fuzz/bytes.h"

#include <algorithm>
#include <map>
#include <memory>

namespace {

using namespace ilm;
using fuzz::require;

constexpr const char* cost = "instructions";

struct Said {
    Said(Run of, const FlowReads& of_flow) : run(std::move(of)), reads(of_flow), page(run) {}

    const Run run;
    const FlowReads reads;
    PageRun page;
    Report report;
};

/// Null if the trace cannot be read to its end.
std::unique_ptr<Said> said_of(std::string_view text) {
    fuzz::Bytes input(text, SIZE_MAX);
    IlmBuilder builder({}, nullptr, nullptr);
    RunRecorder recorder({});
    Flow flow({}, true);
    ResolvedEvents stages{&builder, &recorder, &flow};
    if (read_trace(input, stages))
        return nullptr;
    try {
        builder.finish();
    } catch (const Error&) {
        return nullptr;
    }
    auto said = std::make_unique<Said>(recorder.finish(), flow.reads());
    said->report = explain(said->run, flow, cost, report_sections(), silently, said->page.adder());
    return said;
}

std::uint64_t count_of(const Cell& cell) {
    return std::get<std::uint64_t>(cell);
}

const Table& table_of(const Report& report, const std::string& name) {
    for (const Section& section : report.sections)
        for (const Table& table : section.tables)
            if (table.name == name)
                return table;
    require(false, "the report has all tables");
    std::abort();
}

const Cell& cell(const Table& table, const std::vector<Cell>& row, const std::string& key) {
    std::size_t column = 0;
    while (table.columns[column].key != key)
        ++column;
    return row[column];
}

/// Where a block goes over to another thread and no event says so, a replay may end it before it
/// begins.  No real schedule does, and those are what the most heap is about.
bool keeps_blocks(const Run& run) {
    return std::all_of(run.lives.begin(), run.lives.end(), [&run](const RunLife& life) {
        return run.steps[life.step].thread == run.blocks[life.block].owner;
    });
}

void check(const Said& said) {
    std::map<std::string, Cell> figures;
    for (const Figure& figure : said.report.figures)
        figures[figure.name] = figure.value;
    const std::uint64_t work = count_of(figures[figure_work]);
    const std::uint64_t span = count_of(figures[figure_span]);
    require(span <= work, "the span is no longer than the work");
    std::uint64_t on_path = 0;
    for (const auto& row : table_of(said.report, "critical_path_by_function").rows)
        on_path += count_of(row[0]);
    require(on_path == span, "the path is the span");
    std::uint64_t most_heap = count_of(figures[figure_peak]);
    const Table& cores = table_of(said.report, "cores");
    for (const auto& row : cores.rows) {
        const std::uint64_t time = count_of(cell(cores, row, "time"));
        require(time <= work, "no machine takes longer than one processor");
        require(time >= work / count_of(cell(cores, row, "processors")),
                "nor less than its part of the work");
        most_heap = std::max(most_heap, count_of(cell(cores, row, "heap_peak")));
    }
    if (figures.contains(figure_any_peak) && keeps_blocks(said.run))
        require(most_heap <= count_of(figures[figure_any_peak]), "no schedule needs more heap");
}

void check_itself(const Report& report) {
    for (const Section& section : compare(report, report).sections)
        for (const Table& table : section.tables)
            require(table.rows.empty(), "a run does not differ from itself");
}

template <class Write>
void require_output(const Write& write) {
    OutputFile out("-");
    try {
        write(out);
    } catch (const Error&) {
        return; // a format may not have numbers as large
    }
    out.commit();
    require(!fuzz::captured_output().empty(), "there is something to be read");
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    fuzz::capture_output();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto said = said_of({reinterpret_cast<const char*>(data), size});
    if (!said)
        return 0;
    check(*said);
    check_itself(said->report);
    require_output([&](OutputFile& out) { write_text(said->report, out); });
    require_output([&](OutputFile& out) { write_json(said->report, out); });
    require_output([&](OutputFile& out) {
        write_page(said->page.data(said->report, said->reads, nullptr, silently), "", out);
    });
    for (const OutputKind& kind : outputs())
        if (const auto* const write = std::get_if<RunWriter>(&kind.writer))
            require_output([&](OutputFile& out) { (*write)(said->run, cost, out); });
    return 0;
}
