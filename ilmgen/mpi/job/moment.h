// SPDX-License-Identifier: GPL-2.0-or-later
//
// The moment of a rank's turn: its place in the run's order, in a form that different processes can
// compare.
//
// If one process reads all ranks, it always continues the rank with the lowest turn, by clock and
// number, among the ranks that do not wait. So a turn that has waited for a higher turn comes
// directly after that turn, before all remaining turns that are higher than itself. A moment is
// therefore a sequence of turns, the highest first. If A is the latest moment that a turn comes
// after, the turn's moment consists of the turns of A that are higher than the turn itself,
// followed by the turn. Moments are compared from the front. A moment that is the beginning of
// another moment comes first. Example: the turn with clock 30 has waited for the turn with clock
// 50, which has not waited. Its moment is (50, 30), which comes after (50) and before (60).
#ifndef ILMGEN_MPI_MOMENT_H
#define ILMGEN_MPI_MOMENT_H

#include "ilmgen/mpi/job/bytes.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>

namespace ilm {

/// A turn of a rank.  If no rank waits, turns come in this order.
struct RankTurn {
    std::uint64_t clock = 0;  ///< of the rank, before the turn
    std::uint64_t number = 0; ///< of the rank's process in the run
    std::uint64_t index = 0;  ///< how many events the rank had before the turn

    auto operator<=>(const RankTurn&) const = default;
};

class Moment {
public:
    Moment() = default;
    /// `stalls`: how often no rank could go on before.
    explicit Moment(std::uint64_t stalls) : stalls_(stalls) {}

    /// Becomes the moment of a turn that comes after this one.
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
    boost::container::small_vector<RankTurn, 2> turns_; ///< the highest first
};

} // namespace ilm

#endif
