// SPDX-License-Identifier: GPL-2.0-or-later
//
// Decides whether a log that cannot be read to its end is used, and says what is lost.
#ifndef ILMGEN_COMMAND_DAMAGE_H
#define ILMGEN_COMMAND_DAMAGE_H

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/model/error.h"

#include <cstdint>
#include <string>

namespace ilm {

/// Throws Error if `recover` is not set. Throws it also if there are no `events` before the damage,
/// and the input is of a kind that ilmgen does not read.
void check_recovery(const Damage& damage, const LogSources& sources, std::uint64_t events,
                    bool recover);

/// A sentence about what is lost and what is not.
std::string loss(const Damage& damage, const LogSources& sources, std::uint64_t events);

} // namespace ilm

#endif
