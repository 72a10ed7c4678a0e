// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/rank.h"

#include "shared/trace_vocabulary.h"

#include <charconv>
#include <system_error>

namespace ilm {

namespace {

bool take_number(std::string_view& text, std::string_view behind, std::uint64_t& number) {
    if (!text.starts_with(behind))
        return false;
    text.remove_prefix(behind.size());
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return error == std::errc();
}

} // namespace

std::optional<Rank> take_rank(std::string_view& text) {
    constexpr std::string_view before_job = TRACE_INFO_JOB;
    std::string_view rest = text;
    Rank rank;
    if (!take_number(rest, TRACE_INFO_RANK, rank.number) ||
        !take_number(rest, TRACE_INFO_RANKS, rank.of) || !rest.starts_with(before_job))
        return std::nullopt;
    rest.remove_prefix(before_job.size());
    const std::size_t end = rest.find(',');
    if (end == std::string_view::npos)
        return std::nullopt;
    rank.job = rest.substr(0, end);
    text = rest.substr(end + 1);
    return rank;
}

std::string text_of(const Rank& rank) {
    return TRACE_INFO_RANK + std::to_string(rank.number) + TRACE_INFO_RANKS +
           std::to_string(rank.of) + TRACE_INFO_JOB + rank.job;
}

} // namespace ilm
