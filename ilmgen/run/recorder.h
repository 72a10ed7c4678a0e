// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts a run together from its events.
#ifndef ILMGEN_RUN_RECORDER_H
#define ILMGEN_RUN_RECORDER_H

#include "ilmgen/facts/fact.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/log_facts.h"
#include "ilmgen/resolve/arrows.h"
#include "ilmgen/resolve/by_live_block.h"
#include "ilmgen/run/delays.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ilm {

class RunRecorder : public EventSink {
public:
    /// `relaxed`: primitives that order nothing. `traffic_from`: the size, in bytes, of the
    /// smallest block whose accesses Run::traffic contains. Empty: Run::traffic is not needed.
    explicit RunRecorder(const Prims& relaxed, std::optional<std::uint64_t> traffic_from = {})
        : relaxed_(relaxed), traffic_from_(traffic_from), arrows_(relaxed) {}

    /// Takes all events in trace order. Each event must be valid (Threads::check). Throws Error if
    /// there are too many events to number them.
    void event(const Event& event) override;

    /// After the last event. `origin`: the origin of the events. It is needed because only a log
    /// whose clock counts cost shows when threads begin.
    Run finish(const Origin& origin = {});

private:
    /// The work of a thread since its last sync event, the lives of blocks in it, and what it
    /// moves.
    struct Interval {
        ThreadIndex thread = 0;
        std::uint64_t work = 0;
        std::vector<RunLife> lives; ///< their step is not known yet
        RunTraffic traffic;
    };

    /// The sources of the latest acquire of an object.
    struct LatestSources {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
    };

    Interval& interval_of(ThreadId thid);
    void life(const Event& event, Interval& interval);
    void info(const Event& event, ThreadIndex thread);
    void set_process(const IsThread& is, RunThread& thread);
    RankIndex rank_of(const Rank& rank);
    void add_moves(const Moves& moves, const Place& place, ThreadIndex thread);
    void put_moves();
    void end_life(const Event& event, Interval& interval);
    void add_life(BlockIndex block, bool begins, Interval& interval);
    void add_step(const Event& event, Interval& interval);
    void add_sources(const Event& event, RunStep& step, ThreadIndex thread);
    void push(RunStep step, Interval& interval);
    void add_traffic(const BlockUsage& usage, LiveNumber number, const Place& place,
                     RunTraffic& sum);
    BlockIndex find(const BlockUsage& usage, LiveNumber number) const;
    ObjectIndex object_of(const Event& event);
    ObjectIndex begin_object(const Event& event);
    void check_numbers(const Event& event) const;

    Run run_;
    Prims relaxed_;
    std::optional<std::uint64_t> traffic_from_;
    Arrows arrows_;
    Delays delays_;
    std::unordered_map<ThreadId, ThreadIndex> threads_;
    LargeVector<Interval> intervals_; ///< by thread
    std::uint32_t lives_ = 0;         ///< so far
    std::map<RunRank, RankIndex> ranks_;
    std::map<std::pair<ThreadIndex, MovesPartner>, Moves> moves_; ///< sums
    ThreadId last_ = 0;                   ///< the thread of the event before
    ThreadIndex last_thread_ = no_thread; ///< its index
    ByLiveBlock<BlockIndex> live_;
    LargeMap<Address, ObjectIndex> objects_;      ///< the newest at each address
    LargeMap<ObjectIndex, LatestSources> latest_; ///< by object
};

} // namespace ilm

#endif
