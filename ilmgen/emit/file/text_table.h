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

/// Columns as wide as their widest entry: numbers to the right, then texts to the left.
class TextTable {
public:
    /// `numbers`: columns that are not text.
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

/// The table's name, heads, and at most so many rows, behind an empty line.  A figure of two runs
/// has one column, as "5 -> 7".
void write_text(const Table& table, std::size_t most_rows, std::ostream& out);

} // namespace ilm

#endif
