// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/report.h"

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

void leave_memory_out(Report& report) {
    for (Section& section : report.sections)
        for (Table& table : section.tables)
            leave_memory_out(table);
}

} // namespace ilm
