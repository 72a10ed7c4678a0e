// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/rank.h"

#include "ilmgen/model/info_text.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

/// Takes the job up to a comma, and the comma, too.
bool take_job(std::string_view& text, std::string_view behind, std::string& job) {
    const std::size_t end = text.find(',');
    if (!text.starts_with(behind) || end == std::string_view::npos)
        return false;
    job = text.substr(behind.size(), end - behind.size());
    text.remove_prefix(end + 1);
    return true;
}

} // namespace

std::optional<Rank> take_rank(std::string_view& text) {
    std::string_view rest = text;
    Rank rank;
    if (!take_number_behind(TRACE_INFO_RANK, rest, rank.number) ||
        !take_number_behind(TRACE_INFO_RANKS, rest, rank.of) ||
        !take_job(rest, TRACE_INFO_JOB, rank.job))
        return std::nullopt;
    take_job(rest, TRACE_INFO_SPAWNED_BY, rank.spawned_by);
    text = rest;
    return rank;
}

std::string text_of(const Rank& rank) {
    return TRACE_INFO_RANK + std::to_string(rank.number) + TRACE_INFO_RANKS +
           std::to_string(rank.of) + TRACE_INFO_JOB + rank.job +
           (rank.spawned_by.empty() ? "" : "," TRACE_INFO_SPAWNED_BY + rank.spawned_by);
}

} // namespace ilm
