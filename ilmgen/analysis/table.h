// SPDX-License-Identifier: GPL-2.0-or-later
//
// What an analysis says: tables for a program, lines for a person.
#ifndef ILMGEN_ANALYSIS_TABLE_H
#define ILMGEN_ANALYSIS_TABLE_H

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ilm {

/// What the numbers of a column are.
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
};

/// By the first column, an integer: the largest first, equal ones as they were.
void sort_by_first(Table& table);

/// What belongs together, and can be asked for.
struct Section {
    std::string name;
    std::vector<Table> tables;
};

/// A line of the first screen.
struct Finding {
    std::string head; ///< stands before it; empty: as the line before
    std::string text;
};

struct Report {
    std::string cost; ///< what work is counted in
    std::vector<Finding> findings;
    std::vector<Section> sections;
};

} // namespace ilm

#endif
