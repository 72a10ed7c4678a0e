// SPDX-License-Identifier: GPL-2.0-or-later
//
// When a turn of a rank is in the run's order, told by itself.
//
// Alone, ilmgen lets the process go on whose turn is the lowest, by clock and number, of those that
// do not wait.  So a turn that has waited for a higher one comes right behind it, before all turns
// higher than its own.  With A, then, the latest of what a turn comes after, and the turns that A
// is behind, the highest first: those that are higher than the turn itself, and then the turn, tell
// when it is.  Sequences of turns are compared from the front; one that is the begin of another
// comes first.
#ifndef ILMGEN_MPI_MOMENT_H
#define ILMGEN_MPI_MOMENT_H

#include "ilmgen/mpi/bytes.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>

namespace ilm {

/// Of a rank: in this order they are the next, if nobody waits.
struct RankTurn {
    std::uint64_t clock = 0;  ///< of the rank, before
    std::uint64_t number = 0; ///< of the rank's process in the run
    std::uint64_t index = 0;  ///< how many events of the rank there were before

    auto operator<=>(const RankTurn&) const = default;
};

class Moment {
public:
    Moment() = default;
    /// `stalls`: how often nobody could go on before.
    explicit Moment(std::uint64_t stalls) : stalls_(stalls) {}

    /// Of a turn that comes after all this.
    void go_on(const RankTurn& turn) {
        while (!turns_.empty() && turns_.back() < turn)
            turns_.pop_back();
        turns_.push_back(turn);
    }

    bool operator==(const Moment&) const = default;
    bool operator<(const Moment& other) const {
        if (stalls_ != other.stalls_)
            return stalls_ < other.stalls_;
        return std::lexicographical_compare(turns_.begin(), turns_.end(), other.turns_.begin(),
                                            other.turns_.end());
    }

    void write(ByteWriter& out) const {
        out.put(stalls_);
        out.put(turns_.size());
        for (const RankTurn& turn : turns_) {
            out.put(turn.clock);
            out.put(turn.number);
            out.put(turn.index);
        }
    }
    void read(ByteReader& in) {
        stalls_ = in.number();
        turns_.clear();
        for (std::uint64_t count = in.number(); count > 0; --count) {
            RankTurn& turn = turns_.emplace_back();
            turn.clock = in.number();
            turn.number = in.number();
            turn.index = in.number();
        }
    }

private:
    std::uint64_t stalls_ = 0;
    boost::container::small_vector<RankTurn, 2> turns_; ///< falling
};

} // namespace ilm

#endif
