// SPDX-License-Identifier: GPL-2.0-or-later
//
// Leads each event through the stages, and each finished DAG block to its
// writer.
#ifndef ILMGEN_DAG_ILM_BUILDER_H
#define ILMGEN_DAG_ILM_BUILDER_H

#include "ilmgen/dag/dag_block.h"
#include "ilmgen/dag/intervals.h"
#include "ilmgen/dag/order.h"
#include "ilmgen/dag/reduce.h"
#include "ilmgen/dag/stats.h"
#include "ilmgen/dag/threads.h"
#include "ilmgen/model/event.h"

#include <memory>

namespace ilm {

/// What the ILM is to look like.
struct Form {
    std::uint64_t block_size = 4096; ///< sync events in a DAG block, at least 1
    bool reduce = true;              ///< leave out what is implied
    bool prune = true;               ///< merge what orders nothing
    bool cross_block = false;        ///< keep the order between DAG blocks
    Prims relaxed;                   ///< primitives that order nothing
};

class IlmBuilder : public EventSink {
public:
    /// Sink and stats may be null.
    IlmBuilder(const Form& form, BlockSink* sink, Stats* stats);
    IlmBuilder(const Form& form, BlockSink& sink, Stats* stats) : IlmBuilder(form, &sink, stats) {}

    void event(const Event& event) override;

    /// Ends the last DAG block.
    void finish();

    std::uint64_t events() const { return events_; }
    const HeapBlocks& heap() const { return intervals_.heap(); }

    /// As SyncObjects::lost().
    std::uint64_t lost() const { return order_.lost(); }

private:
    void add_step(const Event& event);
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
    Threads threads_;
    Intervals intervals_;
    Order order_;
    Reducer reducer_;
    DagBlock block_;
    std::vector<Point> predecessors_;      ///< of the step being added
    std::vector<StepRef> crossing_;        ///< those of them in earlier DAG blocks
    std::vector<ThreadId> begun_or_ended_; ///< children, in the DAG block; if it matters to others
    std::uint64_t since_survey_ = 0;       ///< steps
    std::uint64_t events_ = 0;
};

} // namespace ilm

#endif
