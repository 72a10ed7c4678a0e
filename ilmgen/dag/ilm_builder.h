// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns events into steps, and puts the steps into DAG blocks.
#ifndef ILMGEN_DAG_ILM_BUILDER_H
#define ILMGEN_DAG_ILM_BUILDER_H

#include "ilmgen/dag/block_builder.h"
#include "ilmgen/dag/intervals/intervals.h"
#include "ilmgen/dag/intervals/threads.h"
#include "ilmgen/model/event.h"

#include <cstdint>

namespace ilm {

class IlmBuilder : public EventSink {
public:
    /// Sink and stats may be null.
    IlmBuilder(const Form& form, BlockSink* sink, Stats* stats)
        : stats_(stats), blocks_(form, sink, stats) {}
    IlmBuilder(const Form& form, BlockSink& sink, Stats* stats) : IlmBuilder(form, &sink, stats) {}

    void event(const Event& event) override;

    /// Ends the last DAG block.
    void finish() { blocks_.finish(); }

    std::uint64_t events() const { return events_; }
    const HeapBlocks& heap() const { return intervals_.heap(); }

    /// As SyncObjects::lost().
    std::uint64_t lost() const { return blocks_.lost(); }

private:
    Stats* stats_;
    Threads threads_;
    Intervals intervals_;
    BlockBuilder blocks_;
    std::uint64_t events_ = 0;
};

} // namespace ilm

#endif
