// SPDX-License-Identifier: GPL-2.0-or-later
//
// Traces made by hand, and the ILM that comes out, as data to look at.
#ifndef TESTS_UNIT_SUPPORT_H
#define TESTS_UNIT_SUPPORT_H

#include "ilmgen/analysis/said/doing.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/dag/ilm_builder.h"
#include "ilmgen/run/run.h"
#include "tests/unit/events.h"

#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace test {

using namespace ilm;

/// How many of so many random inputs to try: all, or a sixth of them if FEW_INPUTS is in the
/// environment, because sanitizers find errors of memory in any, and make each six times as long.
unsigned inputs(unsigned all);

/// For an analysis that would say what it is doing.
inline const Doing in_silence = [](const std::string&) {};

/// The cell of a table's row in the column of that key.
const Cell& cell(const Table& table, std::size_t row, std::string_view key);
std::uint64_t number(const Table& table, std::size_t row, std::string_view key);
/// The sum of the first column, which holds numbers.
std::uint64_t sum_of(const Table& table);

/// Events written down one call each; ids count from 1.
class Trace {
public:
    Event& alloc(ThreadId thid, Address addr, std::uint64_t size, std::uint64_t icnt = 0);
    Event& free(ThreadId thid, Address addr, std::uint64_t size, std::uint64_t read = 0,
                std::uint64_t written = 0);
    Event& newsync(ThreadId thid, Address object, std::string_view prim);
    Event& delsync(ThreadId thid, Address object, std::string_view prim);
    Event& fork(ThreadId thid, ThreadId child, std::uint64_t icnt = 0);
    Event& join(ThreadId thid, ThreadId child, std::uint64_t icnt = 0);
    Event& exit(ThreadId thid, std::uint64_t icnt = 0);
    Event& rel(ThreadId thid, Address object, std::uint64_t icnt = 0);
    Event& acq(ThreadId thid, Address object, std::uint64_t icnt = 0);
    Event& rel_seq(ThreadId thid, Address object, std::uint64_t seq, std::uint64_t icnt = 0);
    Event& acq_seq(ThreadId thid, Address object, std::uint64_t seq, std::uint64_t icnt = 0);
    Event& info(ThreadId thid, std::uint64_t icnt = 0);

    std::vector<Event> events;

private:
    Event& add(Kind kind, ThreadId thid, std::uint64_t icnt);
};

/// The ids of an event and of one that comes after it.
using Edge = std::pair<EventId, EventId>;
using Edges = std::set<Edge>;

/// A step with all that belongs to it.
struct FullStep : Step {
    std::vector<MemBlock> born;
    std::vector<BlockUsage> died;
    std::vector<BlockUsage> usage;
    std::vector<StepRef> before;
};

struct Ilm {
    std::vector<DagBlock> blocks;
    std::uint64_t lost = 0;

    /// All edges inside DAG blocks.
    Edges edges() const;
    /// All edges between DAG blocks.
    Edges crossing() const;
    /// Ids of a thread's steps that are left, over all DAG blocks.
    std::vector<EventId> steps(ThreadId thid) const;
    /// The step with this id.  Fails the test if there is none.
    FullStep step(EventId id) const;
};

/// Hands the events on to all sinks, infos with their facts.
void give(const std::vector<Event>& events, std::initializer_list<EventSink*> sinks);

Ilm ilm_of(const std::vector<Event>& events, const Form& form = {});
inline Ilm ilm_of(const Trace& trace, const Form& form = {}) {
    return ilm_of(trace.events, form);
}

Figures figures_of(const Trace& trace, const Prims& relaxed = {}, std::uint64_t block_size = 4096);

/// The whole run of the trace in memory.
/// `relaxed`: primitives that order nothing.
/// `origin`: the origin of the trace's times.
Run run_of(const Trace& trace, const Prims& relaxed = {}, const Origin& origin = {});

/// A random valid trace with forks, joins, exits, and objects with and without seq.
Trace random_trace(unsigned seed, std::size_t events);

/// The same with work, and blocks that are allocated and freed, also by another thread.
Trace random_working_trace(unsigned seed, std::size_t events);

/// For each event by index: the events that it comes directly after, also those of its own thread.
/// The function follows the trace format's words and does nothing cleverer.
std::vector<std::vector<std::size_t>> direct_order(const Trace& trace);

/// A form without reduction and pruning.
Form raw();
/// A form with the order between DAG blocks of this size.
Form crossing(std::uint64_t block_size);

} // namespace test

#endif
