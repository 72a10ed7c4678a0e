// SPDX-License-Identifier: GPL-2.0-or-later
//
// The things that may be missing in the traces of a run.
#ifndef ILMGEN_FROM_PROCESSES_MISSING_THINGS_H
#define ILMGEN_FROM_PROCESSES_MISSING_THINGS_H

#include "ilmgen/model/log_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ilm {

/// In the order in which they are reported.
enum class Lack : std::uint8_t { child, source, parent, successor, order };
constexpr std::size_t lack_kinds = 5;

/// Counts how often something is missing in a run, and keeps what was missing first.
struct MissingThings {
    std::size_t count = 0;
    std::string first;

    void add(const std::string& what) {
        if (count++ == 0)
            first = what;
    }
};

/// By Lack.
using AllMissing = std::array<MissingThings, lack_kinds>;

/// Adds a sentence about each thing that is missing.
void add_to(LogFigures& figures, const AllMissing& missing);

} // namespace ilm

#endif
