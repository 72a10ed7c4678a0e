// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables for a person.
#ifndef ILMGEN_EMIT_FILE_TEXT_TABLE_H
#define ILMGEN_EMIT_FILE_TEXT_TABLE_H

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

} // namespace ilm

#endif
