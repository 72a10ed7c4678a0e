// SPDX-License-Identifier: GPL-2.0-or-later
//
// Decides what becomes of a log that cannot be read to its end, and says what
// is lost.
#ifndef ILMGEN_COMMAND_DAMAGE_H
#define ILMGEN_COMMAND_DAMAGE_H

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/model/error.h"

#include <cstdint>
#include <string>

namespace ilm {

/// Throws Error unless the `events` before the damage are to be taken, and there is one, or the
/// input is at least of a kind that ilmgen reads.
void check_recovery(const Damage& damage, const LogSources& sources, std::uint64_t events,
                    bool recover);

/// A sentence about what is lost and what is not.
std::string loss(const Damage& damage, const LogSources& sources, std::uint64_t events);

} // namespace ilm

#endif
