// SPDX-License-Identifier: GPL-2.0-or-later
//
// Records what happens in the turns of a process's ranks, and the moment of each turn. It can make
// steps with their intervals here, because these do not depend on events of other processes.
#ifndef ILMGEN_MPI_TURN_RECORDER_H
#define ILMGEN_MPI_TURN_RECORDER_H

#include "ilmgen/dag/intervals/intervals.h"
#include "ilmgen/dag/intervals/threads.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/from/processes/peers.h"
#include "ilmgen/mpi/job/moment.h"
#include "ilmgen/mpi/job/run_numbers.h"
#include "ilmgen/mpi/turns/turn_spool.h"
#include "ilmgen/resolve/resolver.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

class TurnRecorder : public EventSink {
public:
    /// `places`: of the ranks, and of the processes that ranks have begun, which count as ranks
    /// here. `all`: the number of ranks in the run. Their first threads have the numbers up to
    /// `all`; other threads have higher numbers.
    TurnRecorder(const std::vector<RunPlace>& places, std::uint64_t all);

    /// Events from here to end_turn() belong to this rank. Events before the first turn are only
    /// counted (untold()).
    void begin_turn(std::size_t rank, std::uint64_t clock);
    /// The turn's moment is also that of everything that was numbered in the turn.
    void end_turn(const RunCounts& counts);

    /// Says that this turn comes after that moment. To be called before now() and before the turn's
    /// first event.
    void come_after(const Moment& moment);
    /// The same, after the latest turn of that rank.
    void come_after_rank(std::size_t rank) { come_after(ranks_[rank].moment); }
    /// The rank begins in this turn, so all its turns come after this one.
    void begin_rank(std::size_t rank);
    /// The moment of this turn.
    const Moment& now();

    void event(const Event& event) override;

    TurnSpool& spool() { return spool_; }
    std::uint64_t untold() const { return untold_; }
    const LocalMoments& numbered() const { return numbered_; }

private:
    struct Rank {
        std::uint64_t number = 0; ///< in the run
        Moment moment;            ///< of the latest turn
        std::uint64_t events = 0;
        RecordedPlaces step_places;
    };

    void take(const Event& event);
    void name_common(const Event& event);
    void meet(ThreadId thread);
    void note_numbered(std::vector<Moment>& moments, std::uint64_t count);

    std::uint64_t all_;
    std::vector<Rank> ranks_;
    Resolver resolver_;
    Threads known_;
    Intervals intervals_;
    HeapLists heap_; ///< of a step
    TurnSpool spool_;
    std::uint64_t untold_ = 0;
    LocalMoments numbered_;
    std::unordered_map<Address, std::string> shared_names_; ///< of objects that ranks share

    // The members from here on are about this turn:
    std::optional<std::size_t> rank_;
    std::uint64_t clock_ = 0;
    bool is_settled_ = false;
    TurnCounts counts_;
    ByteWriter happens_;
};

} // namespace ilm

#endif
