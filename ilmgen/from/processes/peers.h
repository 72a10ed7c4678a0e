// SPDX-License-Identifier: GPL-2.0-or-later
//
// Peers read the other processes of a run. A joined run asks them what it cannot know itself, for
// example whether a rank that they read has released an object.
//
// ilmgen has no peers (NoPeers). Each process of ilmgen-mpi has the other ones (MpiPeers).
#ifndef ILMGEN_FROM_PROCESSES_PEERS_H
#define ILMGEN_FROM_PROCESSES_PEERS_H

#include "ilmgen/from/processes/missing_things.h"
#include "ilmgen/from/processes/turns.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// How many things the run has numbered so far.
struct RunCounts {
    std::uint64_t programs = 0;
    std::uint64_t lives = 0; ///< of common objects
    std::uint64_t channels = 0;
};

class Peers {
public:
    enum class Next {
        resumes, ///< the waiting process that was passed goes on
        later,   ///< only processes that have a turn go on
        ends     ///< all processes of the run have ended
    };

    virtual ~Peers() = default;

    /// Whether processes that have a turn go on before the next call of go_on().
    virtual bool may_continue() const = 0;
    /// Says what comes next, when no process has a turn or may_continue() is false. Adds turns of
    /// processes whose releases have happened. `next`: the first waiting process here, if none has
    /// a turn.
    virtual Next go_on(Turns& turns, const NextWaiting& next) = 0;

    /// The turn of a process. `is_stalled`: it begins because no process could go on.
    virtual void begin_turn(const RunningProcess& process, bool is_stalled) = 0;
    virtual void end_turn(const RunningProcess& process, const RunCounts& counts) = 0;
    // The turn's process has forked a child, or has waited for one, which has ended.
    virtual void forked(const RunningProcess& child) = 0;
    virtual void joined(const RunningProcess& child) = 0;

    // Objects that ranks share.
    virtual void name(const SharedObjectInfo& info, SharedObject& object) = 0;
    virtual bool may_acquire(SharedObject& object, std::uint64_t seq) = 0;
    /// Returns the releases' latest clock.
    virtual std::uint64_t acquire(SharedObject& object, std::uint64_t seq) = 0;
    /// Returns the processes that have waited for the release and may go on now.
    virtual std::vector<ProcessNumber> release(SharedObject& object, std::uint64_t seq,
                                               std::uint64_t clock) = 0;

    // The turn's process finds something.
    virtual void record(const Damage& damage) = 0;
    virtual void note_missing(Lack what, const std::string& which) = 0;
};

} // namespace ilm

#endif
