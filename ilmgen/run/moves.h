// SPDX-License-Identifier: GPL-2.0-or-later
//
// Infos tell what one-sided operations of MPI have moved (docs/trace-format.md, "info").
#ifndef ILMGEN_RUN_MOVES_H
#define ILMGEN_RUN_MOVES_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ilm {

/// The other rank, and the direction of the transfer.
struct MovesPartner {
    std::uint64_t rank = 0; ///< its number, in the job of the thread that moved
    bool are_sent = false;  ///< to that rank; else they are fetched from it
    auto operator<=>(const MovesPartner&) const = default;
};

struct Moves {
    MovesPartner partner;
    std::uint64_t bytes = 0;
    std::uint64_t operations = 0;
};

/// Returns nothing for a text that says something else.
std::optional<Moves> moves_info(std::string_view info);

} // namespace ilm

#endif
