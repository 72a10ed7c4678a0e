// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/said/report.h"

#include <algorithm>
#include <cstddef>

namespace ilm {

namespace {

void leave_memory_out(Table& table) {
    for (std::size_t i = table.columns.size(); i-- > 0;) {
        if (!table.columns[i].is_of_memory)
            continue;
        const auto column = static_cast<std::ptrdiff_t>(i);
        table.columns.erase(table.columns.begin() + column);
        for (auto& row : table.rows)
            row.erase(row.begin() + column);
    }
}

} // namespace

const Figure* find_figure(const Report& report, std::string_view name) {
    const auto found = std::ranges::find(report.figures, name, &Figure::name);
    return found == report.figures.end() ? nullptr : &*found;
}

const Table* find_table(const Report& report, std::string_view name) {
    for (const Section& section : report.sections)
        if (const auto found = std::ranges::find(section.tables, name, &Table::name);
            found != section.tables.end())
            return &*found;
    return nullptr;
}

void leave_memory_out(Report& report) {
    for (Section& section : report.sections)
        for (Table& table : section.tables)
            leave_memory_out(table);
}

} // namespace ilm
