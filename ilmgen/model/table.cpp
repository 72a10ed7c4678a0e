// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/table.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ilm {

namespace {

template <class Number>
std::optional<Cell> number_in(const std::string& text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const bool is_plain = error == std::errc() && rest == end && std::to_string(number) == text;
    return is_plain ? std::optional<Cell>(number) : std::nullopt;
}

} // namespace

void sort_by_first(Table& table) {
    std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
        return std::get<std::uint64_t>(a[0]) > std::get<std::uint64_t>(b[0]);
    });
}

void make_integers(Table& table, std::size_t column) {
    std::vector<Cell> numbers;
    for (const auto& row : table.rows) {
        const auto& text = std::get<std::string>(row[column]);
        const std::optional<Cell> number =
            text.starts_with('-') ? number_in<std::int64_t>(text) : number_in<std::uint64_t>(text);
        if (!number)
            return;
        numbers.push_back(*number);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
        table.rows[i][column] = numbers[i];
}

} // namespace ilm
