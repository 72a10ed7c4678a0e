// SPDX-License-Identifier: GPL-2.0-or-later
//
// The results of an analysis: tables for a program, lines for a person.
#ifndef ILMGEN_ANALYSIS_TABLE_H
#define ILMGEN_ANALYSIS_TABLE_H

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ilm {

/// The unit of a column's numbers.
enum class Measure : std::uint8_t {
    text,
    count, ///< integer
    work,  ///< integer, in the log's unit of cost
    bytes, ///< integer
    share, ///< of 1
    ratio,
};

struct Column {
    std::string key; ///< of JSON; a word or several with _ between them
    Measure measure = Measure::text;
    /// Whether the column says what the row is about, not how much.
    bool names_row = measure == Measure::text;
    /// Whether the column is about the run that is compared with; the next column is the same for
    /// this run.
    bool is_before = false;
};

/// The number of a table's measure as it is, or a text.
using Cell = std::variant<std::uint64_t, double, std::string>;

struct Table {
    std::string name; ///< as keys are
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< as many cells as there are columns; the most
                                         ///< important first
    std::string about = {};              ///< what the numbers are, and what they assume: a sentence
                                         ///< or two
    bool of_things = true;               ///< that another run may have, too; else rows are moments
};

/// Sorts by the first column, an integer: the largest first, equal ones in the order they had.
void sort_by_first(Table& table);

/// Tables that belong together, and that a user can ask for.
struct Section {
    std::string name;
    std::vector<Table> tables;
};

/// A line of the first screen.
struct Finding {
    std::string head; ///< stands before it; empty: as the line before
    std::string text;
};

/// One number about the whole run.
struct Figure {
    std::string name; ///< as keys are
    Cell value;
    Measure measure = Measure::count;
    bool more_is_better = false;
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

/// A column about memory in tables about other things; figure_allocated names another one.
constexpr const char* column_heap_peak = "heap_peak";

struct Report {
    std::string cost;               ///< what work is counted in
    std::string compared_with = {}; ///< the other run's name; empty: this is about one run
    std::vector<Figure> figures;
    std::vector<Finding> findings;
    std::vector<Section> sections;
    bool tells_memory = true; ///< false: no run of these says anything of memory, as most logs do
    /// The parts of the run that are not known, so that the numbers leave them out: a sentence
    /// each.
    std::vector<std::string> incomplete = {};
};

/// Takes the columns of memory out of tables that are about other things.
void leave_memory_out(Report& report);

} // namespace ilm

#endif
