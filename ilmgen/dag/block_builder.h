// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts steps into DAG blocks, and passes each finished DAG block to its writer.
#ifndef ILMGEN_DAG_BLOCK_BUILDER_H
#define ILMGEN_DAG_BLOCK_BUILDER_H

#include "ilmgen/dag/order/dag_block.h"
#include "ilmgen/dag/order/order.h"
#include "ilmgen/dag/order/reduce.h"
#include "ilmgen/dag/sums/stats.h"
#include "ilmgen/model/event.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// The form that the ILM is to have.
struct Form {
    std::uint64_t block_size = 4096; ///< sync events in a DAG block, at least 1
    bool reduce = true;              ///< leave out implied edges
    bool prune = true;               ///< merge steps that order nothing
    bool cross_block = false;        ///< keep the order between DAG blocks
    Prims relaxed;                   ///< primitives that order nothing
};

class BlockBuilder {
public:
    /// Sink and stats may be null.
    BlockBuilder(const Form& form, BlockSink* sink, Stats* stats);

    /// The lists that a step's heap blocks go to before the step is added.
    HeapLists& heap() { return block_.heap; }
    /// Adds the step of this sync event.
    void add(const Event& event, const Step& step);
    /// For life events of synchronisation objects.
    void life(const Event& event) { order_.life(event); }

    /// Ends the last DAG block.
    void finish();

    /// The index of the DAG block that the next step is in.
    std::uint64_t block() const { return block_.index; }
    /// Sets the index of the first DAG block, before the first step.
    void begin_at(std::uint64_t block) { block_.index = block; }

    /// As SyncObjects::lost().
    std::uint64_t lost() const { return order_.lost(); }

private:
    void connect(Vertex vertex);
    void end_block();
    void tidy_order();
    void trim_order();
    bool settle(Releases& releases) const;
    void keep_awaited(const Releases& releases);
    void keep_awaited(const Point& point);

    const Form form_;
    BlockSink* sink_;
    Stats* stats_;
    Order order_;
    Reducer reducer_;
    DagBlock block_;
    std::vector<Point> predecessors_;      ///< of the step being added
    std::vector<StepRef> crossing_;        ///< those of them in earlier DAG blocks
    std::vector<ThreadId> begun_or_ended_; ///< children, in this DAG block; only with cross_block
    std::uint64_t since_survey_ = 0;       ///< steps
};

} // namespace ilm

#endif
