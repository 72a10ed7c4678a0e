// SPDX-License-Identifier: GPL-2.0-or-later
//
// Figures about a whole trace, for a person or a program.
#ifndef ILMGEN_DAG_STATS_H
#define ILMGEN_DAG_STATS_H

#include "ilmgen/dag/intervals/heap_blocks.h"
#include "ilmgen/dag/sums/span.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <map>
#include <string>

namespace ilm {

/// Sums over all events of a thread, those after its last sync event included.
struct ThreadTotals {
    std::string name;          ///< the latest name; empty: the thread has none
    std::uint64_t icnt = 0;    ///< instructions
    std::uint64_t wait = 0;    ///< instructions spent waiting, not in icnt
    std::uint64_t library = 0; ///< part of icnt: inside a library that is counted apart
    std::uint64_t sync_events = 0;
    std::uint64_t allocs = 0;
    std::uint64_t frees = 0;
    std::uint64_t allocated = 0; ///< bytes
    std::uint64_t freed = 0;     ///< bytes
    std::uint64_t read = 0;      ///< bytes, of heap blocks
    std::uint64_t written = 0;   ///< bytes, of heap blocks
};

/// The figures at the end of the trace.
struct Figures {
    std::uint64_t events = 0;
    std::uint64_t sync_events = 0;
    std::uint64_t threads = 0; ///< with an event
    std::uint64_t dag_blocks = 0;
    std::uint64_t work = 0;               ///< instructions of all threads
    std::uint64_t span = 0;               ///< instructions on the longest chain
    std::uint64_t span_without_locks = 0; ///< the same without the order that locks make
    std::uint64_t peak_heap = 0;          ///< bytes, in trace order
    EventId peak_event = 0;               ///< 0: no allocation
    std::map<ThreadId, ThreadTotals> totals;
    std::string executed; ///< the file of the program that the process has become; empty: none
    std::string order;    ///< of the threads' turns, as the tool reports it; empty: unknown
    Origin origin;        ///< contains the unit of the "instructions" above
    LogFigures log;
};

/// Whether any event was about the heap. If none was, the input may not record the heap.
bool has_memory(const Figures& figures);

/// work / span, 0 if nothing was executed.
double average_parallelism(std::uint64_t work, std::uint64_t span);

class Stats {
public:
    /// `relaxed`: primitives that order nothing in either span.
    explicit Stats(const Prims& relaxed);

    /// All events in trace order.  Throws Error if a sum overflows.
    void add(const Event& event);

    /// To be called after each DAG block.
    void end_of_block();

    /// After the last event.  Figures that only other sinks know are not filled in.
    Figures figures(const HeapBlocks& heap) const;

    /// As SyncObjects::lost().
    std::uint64_t lost() const { return span_.lost(); }

private:
    void add_memory(ThreadTotals& totals, const Event& event);

    Figures so_far_;
    Span span_;
    Span span_without_locks_;
    ThreadId last_ = 0;                   ///< the thread of the event before, and
    ThreadTotals* last_totals_ = nullptr; ///< its totals
};

} // namespace ilm

#endif
