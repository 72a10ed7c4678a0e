// SPDX-License-Identifier: GPL-2.0-or-later
//
// A whole run in memory, for questions that one pass over its events cannot
// answer.
//
// A thread is a chain of steps.  A step is an interval of work, then the sync event that ends it.
// The work of a thread after its last sync event ends with a step of kind `info`.  The work of an
// interval comes after the step before it; the event at its end also comes after the step's
// sources, in other threads.  Steps are numbered in trace order, so all that a step comes after has
// a lower number.  Example: step 7 is an unlock of thread 2, and step 8 is the lock of thread 3
// that follows it.  Step 7 is a source of step 8, and the work before that lock does not wait for
// it.
#ifndef ILMGEN_RUN_RUN_H
#define ILMGEN_RUN_RUN_H

#include "ilmgen/model/event.h"
#include "ilmgen/storage/large_arrays.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace ilm {

using StepIndex = std::uint32_t;
using ThreadIndex = std::uint32_t;
using ObjectIndex = std::uint32_t;
using BlockIndex = std::uint32_t;
using RankIndex = std::uint32_t;

/// These indices stand for no step, no thread and so on.
constexpr StepIndex no_step = ~StepIndex{0};
constexpr ThreadIndex no_thread = ~ThreadIndex{0};
constexpr BlockIndex no_block = ~BlockIndex{0};
constexpr RankIndex no_rank = ~RankIndex{0};
/// RunStep::other of a step that has neither an object nor another thread.
constexpr std::uint32_t no_other = ~std::uint32_t{0};

struct RunStep {
    std::uint64_t work = 0;     ///< work of its interval, in the log's unit of cost
    EventId id = 0;             ///< of the event; 0 if the step is a thread's end without an event
    std::uint64_t seq = 0;      ///< rel, acq: the round, as in Event; 0 if not said
    StepIndex before = no_step; ///< its thread's previous step; for the first one, the fork
    std::uint32_t sources = 0;  ///< where its sources begin in Run::sources
    std::uint32_t n_sources = 0;
    ThreadIndex thread = 0;
    std::uint32_t other = no_other; ///< rel, acq: the object; fork, join: the child
    StackNumber at = 0;
    Kind kind = Kind::info;
    Mode mode = Mode::none;
};

/// An object in one of its lives, from newsync on.
struct RunObject {
    std::string prim;
    std::string name; ///< as the program calls it; may be empty
    /// Name of the MPI operation whose rounds these are: MPI_Bcast; else empty.
    std::string operation;
    Address addr = 0;
    StackNumber at = 0;      ///< of its newsync
    bool is_relaxed = false; ///< its acquires wait for nothing (--relax)
    RwlockKind rwlock_kind = RwlockKind::readers_first;
};

/// A rank of MPI.
struct RunRank {
    std::uint64_t number = 0; ///< in its job
    std::string job;
    auto operator<=>(const RunRank&) const = default;
};

struct RunThread {
    ThreadId id = 0;
    std::string name;            ///< may be empty
    std::uint64_t process = 0;   ///< its pid; 0: the run is of one process
    std::string program;         ///< of several processes: its name, without folder and parameters
    bool begins_program = false; ///< of several processes: the first thread of its program
    RankIndex rank = no_rank;    ///< of its process
    StepIndex fork = no_step;    ///< the step that began it
    StepIndex last = no_step;    ///< of its steps
    std::uint64_t work = 0;
    std::uint64_t library = 0; ///< part of `work`: inside a library that is counted apart (MPI)
    bool is_librarys = false;  ///< the thread was created by such a library
    /// The time from its fork to its first event, by the log's clock; without a fork, from the
    /// log's first event. This time is neither work nor a wait, because nothing is known of it. It
    /// is 0 if the log has no clock that counts cost.
    std::uint64_t delay = 0;
};

struct RunBlock {
    std::uint64_t size = 0; ///< bytes
    EventId alloc = 0;
    StackNumber at = 0;
    ThreadIndex owner = 0;
    ThreadIndex freed_by = no_thread;
    std::uint64_t read = 0;    ///< bytes, of all threads
    std::uint64_t written = 0; ///< the same
    bool is_librarys = false;  ///< allocated by a library that is counted apart
};

/// A block begins or ends.
struct RunLife {
    std::uint64_t offset = 0; ///< work of its interval before this life
    StepIndex step = 0;       ///< that ends the interval
    BlockIndex block = 0;
    bool begins = false;
    std::uint32_t number = 0; ///< its number among all lives, in trace order
};

/// Samples of the work of a step's interval.
struct RunSample {
    StepIndex step = 0;
    StackNumber stack = 0;
    std::uint64_t count = 0; ///< in parts of a sample: Run::sample_parts of them are one
};

/// A thread sleeps in a step's interval.
struct RunSleep {
    StepIndex step = 0;
    std::uint64_t ns = 0; ///< not 0
};

/// A thread makes calls for I/O in a step's interval.
struct RunIoCalls {
    StepIndex step = 0;
    StackNumber stack = 0;
    std::uint64_t count = 0; ///< not 0
};

/// Why a thread needs no processor for a while: it sleeps for a time that it has chosen itself, or
/// it waits for I/O.
enum class Away : std::uint8_t { asleep, in_io };
constexpr std::array<Away, 2> all_kinds_of_away{Away::asleep, Away::in_io};

/// The bytes that a release sends.
struct RunTransfer {
    StepIndex step = 0;
    std::uint64_t bytes = 0; ///< not 0
};

/// A block of this many bytes fits into the caches of hardly any machine.
constexpr std::uint64_t more_than_caches = std::uint64_t{32} << 20;

/// The bytes that a step's interval moves from and to heap blocks: all blocks, or only large ones
/// (RunRecorder).
struct RunTraffic {
    StepIndex step = 0;
    std::uint64_t moved = 0; ///< bytes read and written; not 0
    /// How many of them can be different bytes: the sum over all blocks of the bytes moved, or of
    /// the block's size if that is less.
    std::uint64_t distinct = 0;
};

/// One-sided operations of a rank's threads.
struct RunMoves {
    RankIndex from = 0;
    RankIndex to = 0;
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
};

struct Run {
    std::string command; ///< of the process; empty if the log does not tell
    LargeVector<RunStep> steps;
    /// The sources of all steps.  Steps that leave a barrier together have their sources in common,
    /// so a release of a step's own thread may be among its sources.
    LargeVector<StepIndex> sources;
    LargeVector<RunThread> threads; ///< in the order in which they begin
    std::vector<RunRank> ranks;     ///< in the order in which their first threads begin
    std::size_t jobs = 0;           ///< number of jobs that the ranks belong to
    LargeVector<RunObject> objects;
    LargeVector<RunBlock> blocks;   ///< by the ids of their alloc events
    LargeVector<RunLife> lives;     ///< in the order of steps, and in trace order within a step
    LargeVector<RunSample> samples; ///< samples of a step stand together; the steps are in no order
    /// The number of parts in a sample. It is 1, or more if samples stand for different amounts of
    /// work. Example: a sample has 1000 parts. Instructions of `slow` take 1.5 times the mean time,
    /// and those of `fast` 0.5 times. So a sample in `slow` counts 1500, and one in `fast` 500.
    std::uint64_t sample_parts = 1;
    LargeVector<RunTransfer> transfers; ///< by step
    LargeVector<RunSleep> sleeps;       ///< by step
    LargeVector<RunIoCalls> io_calls;   ///< by step
    /// For each Away, by step: for how long its thread is away before the work of its interval, in
    /// the run's unit of cost. Empty if no thread is, or if that time is not known (sleeps.h,
    /// io_waits.h).
    std::array<LargeVector<std::uint64_t>, all_kinds_of_away.size()> away;
    LargeVector<RunTraffic> traffic; ///< by step; empty if nobody asks for it
    std::vector<RunMoves> moves;     ///< there may be several for the same two ranks
    Stacks stacks;
    std::uint64_t work = 0; ///< of all threads
    std::uint64_t lost = 0; ///< as SyncObjects::lost()
    /// The number of events that are earlier, by the log's clocks, than an event that they come
    /// after. If there are any, the clocks disagree, so no thread has a delay. It is 0 if the log
    /// is of a kind in which no thread has a delay.
    std::uint64_t backward = 0;

    std::span<const StepIndex> sources_of(StepIndex step) const {
        return {sources.data() + steps[step].sources, steps[step].n_sources};
    }
    bool is_first(StepIndex step) const {
        const StepIndex before = steps[step].before;
        return before == no_step || steps[before].thread != steps[step].thread;
    }
    const LargeVector<std::uint64_t>& times_away(Away why) const {
        return away[static_cast<std::size_t>(why)];
    }
    std::uint64_t away_before(StepIndex step, Away why) const {
        return times_away(why).empty() ? 0 : times_away(why)[step];
    }
    std::uint64_t away_before(StepIndex step) const {
        return away_before(step, Away::asleep) + away_before(step, Away::in_io);
    }
    /// For how long all threads together are away.
    std::uint64_t time_away(Away why) const {
        return std::accumulate(times_away(why).begin(), times_away(why).end(), std::uint64_t{0});
    }
    bool is_ever_away() const {
        return std::ranges::any_of(away, [](const auto& times) { return !times.empty(); });
    }
    /// When the work of a step's interval begins. `ends`: when all steps before it end. Example:
    /// the fork ends at 100, the child's delay is 20, and the child first sleeps for 50; its first
    /// interval begins at 170.
    std::uint64_t begin(StepIndex step, std::span<const std::uint64_t> ends) const {
        const StepIndex before = steps[step].before;
        const std::uint64_t end = before == no_step ? 0 : ends[before];
        return end + away_before(step) + (is_first(step) ? threads[steps[step].thread].delay : 0);
    }
    /// The largest number of threads that exist at once in trace order, at least 1.
    std::uint32_t most_threads_at_once() const {
        std::uint32_t now = 0;
        for (const RunThread& thread : threads)
            now += thread.fork == no_step ? 1 : 0;
        std::uint32_t most = std::max<std::uint32_t>(now, 1);
        for (const RunStep& step : steps) {
            now += step.kind == Kind::fork ? 1 : 0;
            now -= step.kind == Kind::exit ? 1 : 0;
            most = std::max(most, now);
        }
        return most;
    }
    bool has_object(StepIndex step) const {
        const Kind kind = steps[step].kind;
        return kind == Kind::rel || kind == Kind::acq;
    }
};

} // namespace ilm

#endif
