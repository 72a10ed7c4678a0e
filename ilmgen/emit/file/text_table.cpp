// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/text_table.h"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace ilm {

TextTable::TextTable(std::vector<std::string> heads, std::size_t numbers) : numbers_(numbers) {
    add(std::move(heads));
}

void TextTable::add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
        widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
}

void TextTable::write(std::ostream& out) const {
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_last = i + 1 == row.size();
            out << (i == 0 ? "" : "  ") << (i < numbers_ ? std::right : std::left)
                << std::setw(is_last && i >= numbers_ ? 0 : static_cast<int>(widths_[i])) << row[i];
        }
        out << '\n';
    }
}

std::string with_blanks(std::string key) {
    std::replace(key.begin(), key.end(), '_', ' ');
    return key;
}

} // namespace ilm
