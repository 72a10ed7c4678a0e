// SPDX-License-Identifier: GPL-2.0-or-later
//
// Brings the turns of all ranks, in the run's order, to the processes that make DAG blocks of them.
// Turns are sent in pieces: a window of each process's turns at a time.
#ifndef ILMGEN_MPI_TURN_EXCHANGE_H
#define ILMGEN_MPI_TURN_EXCHANGE_H

#include "ilmgen/mpi/job/job.h"
#include "ilmgen/mpi/turns/shares.h"
#include "ilmgen/mpi/turns/turn_spool.h"

#include <cstddef>
#include <memory>
#include <queue>
#include <string>
#include <vector>

namespace ilm {

/// Takes turns in their order.
class TurnSink {
public:
    virtual ~TurnSink() = default;
    /// `from`: the process that has read the turn.
    virtual void turn(const TurnRecord& turn, std::size_t from) = 0;
    /// Whether it needs no more turns.
    virtual bool is_done() const = 0;
};

/// Several streams of turns. take() returns the stream whose next turn is the earliest.
template <class Stream>
class EarliestFirst {
public:
    void add(Stream* stream) { streams_.push(stream); }
    bool empty() const { return streams_.empty(); }
    Stream* take() {
        Stream* const first = streams_.top();
        streams_.pop();
        return first;
    }

private:
    struct LaterTurn {
        bool operator()(const Stream* a, const Stream* b) const {
            return b->turn().moment < a->turn().moment;
        }
    };
    std::priority_queue<Stream*, std::vector<Stream*>, LaterTurn> streams_;
};

/// The turns of a process's ranks, from a moment on.
class LocalTurns {
public:
    LocalTurns(TurnSpool& spool, const Moment& from);

    /// The next turns, of about this size; empty if there are no more.
    std::string take(std::size_t bytes);

private:
    std::vector<std::unique_ptr<RankTurns>> ranks_;
    EarliestFirst<RankTurns> order_;
};

/// The turns that one process has sent.
class ArrivedTurns {
public:
    explicit ArrivedTurns(std::size_t from) : from_(from) {}

    std::size_t from() const { return from_; }
    /// If so, the next window must arrive before next() can be called.
    bool is_empty() const { return is_empty_; }
    /// The next turn, unless is_empty().
    const TurnRecord& turn() const { return turn_; }
    void next();
    /// Takes the next window, when nothing is left of the previous one.
    void arrive(std::string window);

private:
    std::size_t from_;
    std::string window_;
    ByteReader rest_{{}}; ///< of the window
    TurnRecord turn_;
    bool is_empty_ = true;
};

/// To be called by all processes. The sink of each process gets the turns from the beginning of its
/// share on.
void exchange_turns(TurnSpool& spool, const Shares& shares, Job& job, TurnSink& sink);

} // namespace ilm

#endif
