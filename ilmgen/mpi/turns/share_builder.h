// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes the DAG blocks of one process's share.
#ifndef ILMGEN_MPI_SHARE_BUILDER_H
#define ILMGEN_MPI_SHARE_BUILDER_H

#include "ilmgen/dag/block_builder.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/mpi/job/run_numbers.h"
#include "ilmgen/mpi/turns/shares.h"
#include "ilmgen/mpi/turns/turn_exchange.h"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

namespace ilm {

/// The places of steps that other processes have found.
class SentPlaces : public StepPlaces {
public:
    void add(ThreadId thid, EventId id, StepPlace step_place);
    StepPlace take(ThreadId thid, EventId id) override;
    /// Forgets all places so far, because their steps will not be asked for.
    void forget() { waiting_.clear(); }

private:
    std::unordered_map<ThreadId, std::deque<std::pair<EventId, StepPlace>>> waiting_;
};

/// Hands on the DAG blocks of a share.
class ShareBlocks : public BlockSink {
public:
    ShareBlocks(const Share& share, SentPlaces& places, BlockSink& out)
        : share_(share), places_(places), out_(out) {}

    void block(const DagBlock& block) override;
    void finish() override { out_.finish(); }

private:
    const Share& share_;
    SentPlaces& places_;
    BlockSink& out_;
};

class ShareBuilder : public TurnSink {
public:
    /// `untold`: how many events of the run come before all turns.
    ShareBuilder(const Form& form, const Share& share, std::uint64_t untold,
                 const NumbersInRun& numbers, SentPlaces& places, BlockSink& out);

    void turn(const TurnRecord& turn, std::size_t from) override;
    bool is_done() const override {
        return share_.begin == share_.end || blocks_.block() >= share_.end;
    }

    /// After the last turn.
    void finish() { blocks_.finish(); }
    /// As SyncObjects::lost().
    std::uint64_t lost() const { return blocks_.lost(); }

private:
    void sync(const Event& event, std::size_t from, ByteReader& in);

    Share share_;
    const NumbersInRun& numbers_;
    SentPlaces& places_;
    ShareBlocks share_blocks_;
    BlockBuilder blocks_;
    EventId id_; ///< of the event before the turn
    /// How many sync events still belong to a DAG block of another process.
    std::uint64_t skip_ = 0;
    HeapLists skipped_; ///< their heap blocks
};

} // namespace ilm

#endif
