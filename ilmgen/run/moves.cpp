// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/moves.h"

#include "ilmgen/model/number_behind.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

std::optional<Moves> moves_info(std::string_view info) {
    Moves moves;
    if (!take_number_behind(TRACE_INFO_MOVES, info, moves.bytes))
        return std::nullopt;
    moves.partner.are_sent = info.starts_with(TRACE_MOVES_TO);
    const char* const direction = moves.partner.are_sent ? TRACE_MOVES_TO : TRACE_MOVES_FROM;
    if (!take_number_behind(direction, info, moves.partner.rank) ||
        !take_number_behind(TRACE_MOVES_BY, info, moves.operations) || !info.empty())
        return std::nullopt;
    return moves;
}

} // namespace ilm
