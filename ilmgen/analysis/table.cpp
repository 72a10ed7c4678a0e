// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/table.h"

#include <algorithm>

namespace ilm {

void sort_by_first(Table& table) {
    std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
        return std::get<std::uint64_t>(a[0]) > std::get<std::uint64_t>(b[0]);
    });
}

} // namespace ilm
