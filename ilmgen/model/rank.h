// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranks of MPI, as infos describe them (docs/trace-format.md, "info").
#ifndef ILMGEN_MODEL_RANK_H
#define ILMGEN_MODEL_RANK_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// A rank: one of several processes that MPI has started as a job.
struct Rank {
    std::uint64_t number = 0;
    std::uint64_t of = 0; ///< the number of ranks in the job
    std::string job;
    std::string spawned_by; ///< the job that spawned it; empty: none did
};

/// Takes " rank R of N in job J,", and perhaps " spawned by job K,", off the front of a text.  A
/// text that says something else stays as it is.
std::optional<Rank> take_rank(std::string_view& text);

/// Returns the text that take_rank() takes, without the comma at its end.
std::string text_of(const Rank& rank);

} // namespace ilm

#endif
