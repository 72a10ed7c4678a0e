// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/moves.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

} // namespace

std::optional<Moves> moves_info(std::string_view info) {
    if (!take(info, TRACE_INFO_MOVES))
        return std::nullopt;
    const auto bytes = take_number(info);
    const bool are_sent = take(info, TRACE_MOVES_TO);
    if (!bytes || (!are_sent && !take(info, TRACE_MOVES_FROM)))
        return std::nullopt;
    const auto rank = take_number(info);
    const auto operations = take(info, TRACE_MOVES_BY) ? take_number(info) : std::nullopt;
    if (!rank || !operations || !info.empty())
        return std::nullopt;
    return Moves{{*rank, are_sent}, *bytes, *operations};
}

} // namespace ilm
