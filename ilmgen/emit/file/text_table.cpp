// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/text_table.h"

#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <utility>

namespace ilm {

namespace {

std::string text_of(const Cell& cell, Measure measure) {
    if (const auto* const text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        return std::to_string(*count);
    if (const auto* const count = std::get_if<std::int64_t>(&cell))
        return std::to_string(*count);
    const double number = std::get<double>(cell);
    return measure == Measure::share ? formatted("%.1f %%", 100 * number) : fixed(number);
}

/// The cells of a row that a person sees.
std::vector<std::string> texts_of(const Table& table, const std::vector<Cell>& row) {
    std::vector<std::string> texts;
    std::string before;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Column& column = table.columns[i];
        const std::string text = text_of(row[i], column.measure);
        if (column.is_before)
            before = text == text_of(row[i + 1], column.measure) ? "" : text + " -> ";
        else
            texts.push_back(std::exchange(before, "") + text);
    }
    return texts;
}

} // namespace

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

void write_text(const Table& table, std::size_t most_rows, std::ostream& out) {
    std::vector<std::string> heads;
    std::size_t numbers = 0;
    for (const Column& column : table.columns) {
        if (column.is_before)
            continue;
        heads.push_back(with_blanks(column.key));
        if (column.measure != Measure::text && numbers + 1 == heads.size())
            ++numbers;
    }
    TextTable text(heads, numbers);
    for (std::size_t i = 0; i < table.rows.size() && i < most_rows; ++i)
        text.add(texts_of(table, table.rows[i]));
    out << '\n' << with_blanks(table.name) << '\n';
    text.write(out);
    if (table.rows.size() > most_rows)
        out << "... and " << table.rows.size() - most_rows << " more\n";
}

} // namespace ilm
