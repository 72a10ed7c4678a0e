// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/programs.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/model/listed.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ilm {

namespace {

/// The columns that both tables have.
std::vector<Column> columns_of_work() {
    return {{"work", Measure::work},
            {"share", Measure::share},
            {"span", Measure::work},
            {"waited", Measure::work},
            {.key = "allocated", .measure = Measure::bytes, .is_of_memory = true},
            {"threads", Measure::count}};
}

std::vector<Cell> cells_of(const ProgramWork& sums, std::uint64_t all) {
    return {sums.work, ratio(sums.work, all), sums.span, sums.waited, sums.allocated, sums.threads};
}

} // namespace

Programs::Programs(const Run& run, const Timeline& timeline, const CriticalPath& path)
    : run_(run), span_(timeline.span) {
    std::vector<ProgramWork> threads(run.threads.size());
    const std::vector<std::uint64_t> on_path = path.by_thread();
    for (ThreadIndex thread = 0; thread < threads.size(); ++thread) {
        threads[thread].threads = 1;
        threads[thread].work = run.threads[thread].work;
        threads[thread].span = on_path[thread];
    }
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        threads[run.steps[step].thread].waited += timeline.waited(run, step);
    for (const RunBlock& block : run.blocks)
        threads[block.owner].allocated += block.size;
    for (ThreadIndex thread = 0; thread < threads.size(); ++thread)
        if (run.threads[thread].process != 0)
            add(thread, threads[thread]);
}

void Programs::add(ThreadIndex thread, const ProgramWork& part) {
    const RunThread& this_thread = run_.threads[thread];
    for (ProgramWork* const sums :
         {&by_process_[this_thread.process], &by_program_[this_thread.program]}) {
        sums->processes.insert(this_thread.process);
        sums->programs.insert(this_thread.program);
        sums->threads += part.threads;
        sums->work += part.work;
        sums->span += part.span;
        sums->waited += part.waited;
        sums->allocated += part.allocated;
    }
}

Table Programs::process_table() const {
    Table table{"processes", columns_of_work(), {}, "The same for each process."};
    table.columns.push_back({"process", Measure::text});
    table.columns.push_back({"executes", Measure::text});
    for (const auto& [pid, sums] : by_process_) {
        table.rows.push_back(cells_of(sums, run_.work));
        table.rows.back().emplace_back(std::to_string(pid));
        table.rows.back().emplace_back(listed(sums.programs, sums.programs.size()));
    }
    table.of_things = false;
    sort_by_first(table);
    return table;
}

Table Programs::program_table() const {
    Table table{"programs",
                columns_of_work(),
                {},
                "The work of all threads, by the program that their process executes. Span is "
                "their part of the critical path."};
    table.columns.push_back({"processes", Measure::count});
    table.columns.push_back({"program", Measure::text});
    for (const auto& [program, sums] : by_program_) {
        table.rows.push_back(cells_of(sums, run_.work));
        table.rows.back().emplace_back(std::uint64_t{sums.processes.size()});
        table.rows.back().emplace_back(program);
    }
    sort_by_first(table);
    return table;
}

std::vector<Table> Programs::tables() const {
    return {program_table(), process_table()};
}

Finding Programs::finding() const {
    if (by_program_.size() < 2)
        return {};
    const auto less = [](const auto& a, const auto& b) { return a.second.work < b.second.work; };
    const auto& [name, most] = *std::max_element(by_program_.begin(), by_program_.end(), less);
    return {"Programs", name + " has " + percent(ratio(most.work, run_.work)) +
                            " of the work and " + percent(ratio(most.span, span_)) +
                            " of the critical path, in " + std::to_string(most.processes.size()) +
                            " of " + std::to_string(by_process_.size()) + " processes"};
}

} // namespace ilm
