// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables for a person.
#ifndef ILMGEN_EMIT_FILE_TEXT_TABLE_H
#define ILMGEN_EMIT_FILE_TEXT_TABLE_H

#include "ilmgen/model/table.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace ilm {

/// Each column is as wide as its widest entry. Columns of numbers come first, aligned to the right;
/// then texts, aligned to the left.
class TextTable {
public:
    /// `numbers`: how many columns are numbers.
    TextTable(std::vector<std::string> heads, std::size_t numbers);

    void add(std::vector<std::string> row);
    void write(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> widths_;
    std::size_t numbers_;
};

/// A key of JSON as a person reads it.
std::string with_blanks(std::string key);

/// Writes an empty line, the table's name, its heads, and at most `most_rows` rows. A figure of two
/// runs has one column, as "5 -> 7".
void write_text(const Table& table, std::size_t most_rows, std::ostream& out);

} // namespace ilm

#endif
