// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps the turns of a process's ranks in a temporary file. The turns of each rank are in their
// order.
#ifndef ILMGEN_MPI_TURN_SPOOL_H
#define ILMGEN_MPI_TURN_SPOOL_H

#include "ilmgen/model/spool.h"
#include "ilmgen/mpi/job/bytes.h"
#include "ilmgen/mpi/job/moment.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// How many events happen, and how many of them are sync events.
struct TurnCounts {
    std::uint64_t events = 0;
    std::uint64_t syncs = 0;

    TurnCounts& operator+=(const TurnCounts& other) {
        events += other.events;
        syncs += other.syncs;
        return *this;
    }
};

/// A turn, which can be compared without looking at what happens in it.
struct TurnRecord {
    Moment moment;
    TurnCounts counts;
    std::string_view happens; ///< as TurnRecorder writes it

    /// Writes the turn, but not its size.
    void write(ByteWriter& out) const;
    void read(std::string_view bytes);
};

class TurnSpool {
public:
    /// Some turns of a rank.
    struct Chunk {
        Moment first;
        TurnCounts before; ///< counts of the rank's turns before these
        std::uint64_t offset = 0;
        std::size_t size = 0;
    };

    explicit TurnSpool(std::size_t ranks) : ranks_(ranks) {}

    void add(std::size_t rank, const TurnRecord& turn);
    /// After the last turn of all.
    void finish();

    // After finish():
    std::size_t ranks() const { return ranks_.size(); }
    const std::vector<Chunk>& chunks(std::size_t rank) const { return ranks_[rank].chunks; }
    std::string read(const Chunk& chunk);
    /// The counts of all ranks.
    const TurnCounts& counts() const { return counts_; }

private:
    struct Rank {
        std::vector<Chunk> chunks; ///< all chunks but the last, which is in `last`, are in the file
        TurnCounts counts;
        ByteWriter last;
    };

    void end_chunk(Rank& rank);

    std::vector<Rank> ranks_;
    TurnCounts counts_;
    TemporaryBytes file_;
    ByteWriter record_;
};

/// Reads the turns of a rank from a moment on.
class RankTurns {
public:
    RankTurns(TurnSpool& spool, std::size_t rank, const Moment& from);

    bool at_end() const { return at_end_; }
    /// The next turn, unless at_end(). Valid until next().
    const TurnRecord& turn() const { return turn_; }
    std::string_view bytes() const { return bytes_; }
    void next();
    /// The counts of the rank's turns before this one.
    const TurnCounts& before() const { return before_; }

private:
    void take();

    TurnSpool& spool_;
    std::size_t rank_;
    std::size_t chunk_ = 0;
    std::string text_; ///< of the chunk
    ByteReader rest_;  ///< of the text
    std::string_view bytes_;
    TurnRecord turn_;
    TurnCounts before_;
    bool at_end_ = false;
};

} // namespace ilm

#endif
