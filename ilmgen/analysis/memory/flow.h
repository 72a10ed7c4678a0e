// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flow of data between threads: what threads read that other threads have
// written, which blocks several threads write in turn, and which accesses no
// order separates.  One pass over the events finds all of this.
//
// A trace says how much of a block a thread has read and written in an interval, not where and
// when. So a read counts as a read of data of the block's last writer in trace order. Example:
// thread 2 writes into a block, then thread 3 writes into it, then thread 4 reads 8 bytes. Thread 4
// reads them from thread 3. Two accesses are ordered if the interval of one is over before the
// interval of the other begins. Vector clocks show this (as in FastTrack, Flanagan and Freund 2009,
// with intervals for accesses and blocks for variables).
#ifndef ILMGEN_ANALYSIS_FLOW_H
#define ILMGEN_ANALYSIS_FLOW_H

#include "ilmgen/analysis/memory/flow_reads.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/dag/order/clock.h"
#include "ilmgen/resolve/by_live_block.h"
#include "ilmgen/resolve/predecessors.h"
#include "ilmgen/run/run.h"

#include <compare>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace ilm {

/// Vector clocks at points of the run.  A clock contains, for each thread, its latest event that
/// comes before the point.
class Knowledge {
public:
    /// `relaxed`: primitives that order nothing.
    explicit Knowledge(const Prims& relaxed) : predecessors_(relaxed) {}

    /// Whether the work of thread `thid` since its last event comes after this event of thread
    /// `other`.
    bool comes_after(ThreadId thid, ThreadId other, EventId event);

    /// To be called for each event in trace order: before comes_after() for its work, and after it.
    void begin(const Event& event);
    void end(const Event& event);

private:
    struct ReleasedClocks {
        Clock reads;
        Clock others;
        void publish(Mode mode, const Clock& clock) {
            (mode == Mode::rd ? reads : others).join(clock);
        }
    };

    Slot slot_of(ThreadId thid);

    Predecessors<ReleasedClocks, Clock> predecessors_;
    std::unordered_map<ThreadId, Slot> slots_;
    std::unordered_map<ThreadId, Clock> clocks_;
};

/// An interval of a thread, identified by the event at its end, or in it.
struct FlowAccess {
    ThreadId thid = 0; ///< 0: none
    EventId until = 0;
};

/// A live block.
struct FlowBlock {
    std::uint64_t size = 0;
    EventId alloc = 0;
    StackNumber at = 0;
    FlowAccess written;            ///< the latest
    std::vector<FlowAccess> reads; ///< since then, the latest of each thread
};

class Flow : public EventSink {
public:
    /// `keeps_reads`: whether reads() are asked for.
    Flow(const Prims& relaxed, bool keeps_reads) : knowledge_(relaxed), keeps_reads_(keeps_reads) {}

    /// Takes all events, in trace order.
    void event(const Event& event) override;

    /// `run`: the run of the same events, which contains the names.
    std::vector<Table> tables(const Run& run) const;
    /// Names the thread that reads most from another one. The text is empty if it reads next to
    /// nothing.
    Finding finding(const Run& run) const;
    const FlowReads& reads() const { return reads_; }

private:
    /// The key of sums: a writer, the other thread, and the place where the blocks were
    /// allocated.
    struct FlowKey {
        ThreadId from = 0;
        ThreadId to = 0;
        StackNumber at = 0;
        auto operator<=>(const FlowKey&) const = default;
    };
    /// The last thread that wrote into a cache line, and the block in the line that it wrote.
    struct LastWrite {
        ThreadId thid = 0;
        EventId alloc = 0;
        StackNumber at = 0;
    };

    std::map<std::pair<ThreadId, ThreadId>, std::uint64_t> by_thread() const;
    void use(const Event& event, const BlockUsage& usage, LiveNumber number);
    void read(const Event& event, FlowBlock& block, std::uint64_t bytes);
    void write(const Event& event, FlowBlock& block, Address addr);
    void write_line(ThreadId thid, const FlowBlock& block, Address addr);
    void check_order(const Event& event, const FlowBlock& block, const FlowAccess& before);

    Knowledge knowledge_;
    bool keeps_reads_;
    FlowReads reads_;
    ByLiveBlock<FlowBlock> live_;
    std::uint64_t read_ = 0; ///< bytes that all threads have read
    std::map<FlowKey, std::uint64_t> bytes_;
    std::map<FlowKey, std::uint64_t> turns_;     ///< writes after another thread's write
    std::map<FlowKey, std::uint64_t> unordered_; ///< pairs of accesses
    LargeMap<Address, LastWrite> lines_;         ///< of small blocks, by number
    std::map<std::pair<StackNumber, StackNumber>, std::uint64_t> line_turns_;
};

} // namespace ilm

#endif
