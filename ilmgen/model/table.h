// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables of figures, for --stats, for --report in all its forms, and for the page. A column says
// what its numbers mean; a writer decides how they look.
//
// Example: the column {"heap_peak", Measure::bytes} is the member "heap_peak" in JSON, and has the
// heading "heap peak" in text.
#ifndef ILMGEN_MODEL_TABLE_H
#define ILMGEN_MODEL_TABLE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ilm {

/// The unit of a column's numbers.
enum class Measure : std::uint8_t {
    text,
    count, ///< integer; a text, too, where a row has no single number: "3 and 4"
    work,  ///< integer, in the log's unit of cost
    bytes, ///< integer
    share, ///< from 0 to 1
    ratio,
};

struct Column {
    std::string key; ///< of JSON; a word or several with _ between them
    Measure measure = Measure::text;
    /// Whether the column says what the row is about; all other columns say how much.
    bool names_row = measure == Measure::text;
    /// In a comparison of two runs: whether the column is about the earlier run. The next column
    /// then contains the same figures of this run.
    bool is_before = false;
    /// Whether the column is about memory, in a table about other things. A report without memory
    /// leaves it out.
    bool is_of_memory = false;
};

/// A number in the unit of the column's measure, or a text.
using Cell = std::variant<std::uint64_t, double, std::string, std::int64_t>;

struct Table {
    std::string name; ///< as keys are
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows = {}; ///< as many cells as there are columns; the most
                                              ///< important first
    std::string about = {}; ///< what the numbers are, and what they assume: a sentence
                            ///< or two
    bool of_things = true;  ///< another run may have the same rows; else rows are moments
};

/// Sorts by the first column, an integer: the largest first, equal ones in the order they had.
void sort_by_first(Table& table);

/// Makes the texts of a column integers if all of them are, because a column has one type in all
/// rows.  Examples: "3 and 4" in one row leaves the "2" of another one a text; "007" may be a name.
void make_integers(Table& table, std::size_t column);

} // namespace ilm

#endif
