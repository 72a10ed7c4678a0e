// SPDX-License-Identifier: GPL-2.0-or-later
//
// A report about a run: tables for programs, and lines for a person.
#ifndef ILMGEN_ANALYSIS_REPORT_H
#define ILMGEN_ANALYSIS_REPORT_H

#include "ilmgen/analysis/said/time_range.h"
#include "ilmgen/model/table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// Tables that belong together, and that a user can ask for.
struct Section {
    std::string name;  ///< of JSON and of --sections
    std::string title; ///< for a person: of its tab in a page
    std::vector<Table> tables;
};

/// A line of the first screen.
struct Finding {
    std::string head; ///< stands before the text; empty: as in the line before
    std::string text;
};

/// One number about the whole run.
struct Figure {
    std::string name; ///< in the form of a key: "peak_of_any_schedule"
    Cell value;
    Measure measure = Measure::count;
    bool more_is_better = false;
    TimeRange range = {}; ///< of a time
};

/// The names of figures.
constexpr const char* figure_work = "work";
constexpr const char* figure_library = "library";
constexpr const char* figure_library_peak = "library_at_peak";
constexpr const char* figure_span = "span";
constexpr const char* figure_parallelism = "parallelism";
constexpr const char* figure_time = "time_"; ///< and a number of processors
constexpr const char* figure_waited = "waited";
constexpr const char* figure_allocated = "allocated";
constexpr const char* figure_peak = "peak";
constexpr const char* figure_any_peak = "peak_of_any_schedule";

struct Report {
    std::string cost;               ///< what work is counted in
    std::string compared_with = {}; ///< the other run's name; empty: this is about one run
    std::vector<Figure> figures;
    std::vector<Finding> findings;
    std::vector<Section> sections;
    bool tells_memory = true; ///< false: no run of the report records memory, as with most logs
    /// The parts of the run that are not known, so that the numbers leave them out: a sentence
    /// each.
    std::vector<std::string> incomplete = {};
    /// How many samples divide the work among functions.
    std::uint64_t samples = 0;
    std::uint64_t time_on_one = 0; ///< the time on one processor: Cores::time_on_one()
    TimeRange range_on_one = {};   ///< of this time
};

/// The figure of this name; null: the report has none.
const Figure* find_figure(const Report& report, std::string_view name);
/// The table of this name; null: no section has it.
const Table* find_table(const Report& report, std::string_view name);

/// Takes the columns of memory out of tables that are about other things.
void leave_memory_out(Report& report);

} // namespace ilm

#endif
