// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rounds of barriers, in which threads meet, and of MPI's collective operations, in which ranks
// meet: which one arrives last, and how long do the others wait? Example: three threads arrive at a
// barrier at 10, 20 and 50. The third one arrives last. The round is 40 apart (50 - 10), and the
// other threads wait for 40 and 30.
#ifndef ILMGEN_ANALYSIS_ROUNDS_H
#define ILMGEN_ANALYSIS_ROUNDS_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// A participant: a rank in an operation of MPI, else a thread.
struct Part {
    bool is_rank = false;
    std::uint32_t index = 0; ///< RankIndex, ThreadIndex
    auto operator<=>(const Part&) const = default;
};

/// Sums for one part over all rounds of a meeting.
struct RoundsOfPart {
    std::uint64_t rounds = 0;
    std::uint64_t waited = 0; ///< time until the participants that it waits for have arrived
    std::uint64_t last = 0;   ///< rounds in which it arrived last
};

/// Sums over all rounds of an operation on all communicators, or over the barriers of one name.
struct Rounds {
    std::uint64_t rounds = 0; ///< of at least two parts
    std::uint64_t apart = 0;  ///< sum: from the first arrival to the last one
    std::uint64_t most_apart = 0;
    StackNumber last_at = 0; ///< where the last one arrived in the round that was most apart
    std::map<Part, RoundsOfPart> parts;

    std::uint64_t waited() const; ///< of all parts
};

class Meetings {
public:
    Meetings(const Run& run, const Timeline& timeline);

    /// Two tables: by meeting, and by meeting and part.
    std::vector<Table> tables() const;
    /// Describes the operation of MPI at which ranks arrive furthest apart; empty if there is none.
    /// `cost`: the unit of the run's work.
    std::string most_apart(const std::string& cost) const;

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
    LargeVector<Rounds*> by_object_; ///< null: none yet
    std::map<std::string, Rounds> meetings_;
};

} // namespace ilm

#endif
