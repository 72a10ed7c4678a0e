// SPDX-License-Identifier: GPL-2.0-or-later
//
// What one-sided operations of MPI have moved, as infos tell it (docs/trace-format.md, "info").
#ifndef ILMGEN_RUN_MOVES_H
#define ILMGEN_RUN_MOVES_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ilm {

/// With whom, and in which direction.
struct MovesPartner {
    std::uint64_t rank = 0; ///< in the job of who has done it
    bool are_sent = false;  ///< to that rank; else they are fetched from it
    auto operator<=>(const MovesPartner&) const = default;
};

struct Moves {
    MovesPartner partner;
    std::uint64_t bytes = 0;
    std::uint64_t operations = 0;
};

/// Of a text that says something else: nothing.
std::optional<Moves> moves_info(std::string_view info);

} // namespace ilm

#endif
