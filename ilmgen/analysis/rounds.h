// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rounds in which several meet, of barriers and of MPI's collective operations: who comes last,
// and how long do the others wait?
#ifndef ILMGEN_ANALYSIS_ROUNDS_H
#define ILMGEN_ANALYSIS_ROUNDS_H

#include "ilmgen/analysis/table.h"
#include "ilmgen/analysis/timeline.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// Who takes part: a rank in an operation of MPI, else a thread.
struct Part {
    bool is_rank = false;
    std::uint32_t index = 0; ///< RankIndex, ThreadIndex
    auto operator<=>(const Part&) const = default;
};

/// Of one part in all rounds of a meeting.
struct RoundsOfPart {
    std::uint64_t rounds = 0;
    std::uint64_t waited = 0; ///< until it has what it comes after
    std::uint64_t last = 0;   ///< rounds to which it came last
};

/// Of all rounds of an operation, whatever the communicator, or of barriers of one name.
struct Rounds {
    std::uint64_t rounds = 0; ///< of at least two parts
    std::uint64_t apart = 0;  ///< sum: from the first arrival to the last one
    std::uint64_t most_apart = 0;
    StackNumber last_at = 0; ///< where the last one arrived in the round with that
    std::map<Part, RoundsOfPart> parts;

    std::uint64_t waited() const; ///< of all parts
};

class Meetings {
public:
    Meetings(const Run& run, const Timeline& timeline);

    /// By meeting; by meeting and part.
    std::vector<Table> tables() const;
    /// Of MPI's operation to which ranks come most apart; empty if there is none.
    std::string most_apart() const;

private:
    using RoundKey = std::pair<ObjectIndex, std::uint64_t>; ///< and its number
    struct Arrival {
        std::uint64_t time = 0;
        StackNumber at = 0;
    };
    using Round = std::map<Part, Arrival>;

    void collect(const Timeline& timeline);
    RoundKey key_of(StepIndex step);
    void take_part(StepIndex step, const Timeline& timeline);
    void end_round(ObjectIndex object, const Round& round);
    Part part_of(StepIndex step) const;
    std::string name_of(ObjectIndex object) const;
    std::string name_of(const Part& part) const;

    const Run& run_;
    std::map<RoundKey, Round> open_;
    std::map<RoundKey, RoundKey> passed_on_;
    std::vector<Rounds*> by_object_; ///< null: none yet
    std::map<std::string, Rounds> meetings_;
};

} // namespace ilm

#endif
