// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/table.h"

#include <algorithm>

namespace ilm {

namespace {

bool is_of_memory(const Column& column) {
    return column.key.starts_with(column_heap_peak) || column.key.starts_with(figure_allocated);
}

void leave_memory_out(Table& table) {
    for (std::size_t i = table.columns.size(); i-- > 0;) {
        if (!is_of_memory(table.columns[i]))
            continue;
        const auto column = static_cast<std::ptrdiff_t>(i);
        table.columns.erase(table.columns.begin() + column);
        for (auto& row : table.rows)
            row.erase(row.begin() + column);
    }
}

} // namespace

void sort_by_first(Table& table) {
    std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
        return std::get<std::uint64_t>(a[0]) > std::get<std::uint64_t>(b[0]);
    });
}

void leave_memory_out(Report& report) {
    for (Section& section : report.sections)
        if (section.name != "heap")
            for (Table& table : section.tables)
                leave_memory_out(table);
}

} // namespace ilm
