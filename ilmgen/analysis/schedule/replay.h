// SPDX-License-Identifier: GPL-2.0-or-later
//
// Replays the run on a machine with a given number of processors: a
// discrete-event simulation.
//
// A thread that can go on takes a free processor, or waits in line for one, and keeps it until it
// has to wait (list scheduling; Graham, "Bounds on multiprocessing timing anomalies", 1969). A
// thread that begins late in the log (RunThread::delay) takes no processor before it begins, and
// none while it is away (Run::away). A lock goes to the thread that comes first. Threads that draw
// items from a counter do not wait for each other. All other orders, and the work of each thread,
// are as recorded. A reader/writer lock first lets in the threads that its kind in glibc prefers
// (RwlockKind). Example: two readers and a writer wait for a lock of the default kind while thread
// 2 writes. When thread 2 unlocks it, both readers get the lock, and the writer gets it after both
// have left.
//
// A program may rely on the recorded order of a lock, for example to find an item that another
// thread has put into a queue. In a replay with another order its threads may end up waiting for
// each other. Then the locks that they wait for are kept in the recorded order, and the replay
// begins again. After some attempts, all locks are kept in that order.
//
// If hand-overs cost nothing, a thread goes on at the moment at which its wait is over. If they
// have costs (hand_overs.h), the waker's next interval begins with its call, and a sleeper runs
// later, on a processor that is kept for it. A mutex is free meanwhile, so others may take it; the
// sleeper tries again when it runs, as with glibc's mutexes. The cost of a call after a thread's
// last event is not counted.
#ifndef ILMGEN_ANALYSIS_REPLAY_H
#define ILMGEN_ANALYSIS_REPLAY_H

#include "ilmgen/analysis/schedule/hand_overs.h"
#include "ilmgen/analysis/schedule/slowdown.h"
#include "ilmgen/run/run.h"

#include <boost/dynamic_bitset.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace ilm {

/// The order in which waiting threads get a lock.
enum class LockOrder : std::uint8_t { first_come, last_come, recorded };

struct Machine {
    std::uint32_t processors = 1;
    LockOrder locks = LockOrder::first_come;
    bool deals_anew = false; ///< items go to the thread that draws first (dealt_items.h); else each
                             ///< thread has those that it had
    const HandOvers* hand_overs = nullptr; ///< null: they cost nothing
    const StepFactors* factors = nullptr;  ///< null: work takes as long as in the run
    bool tells_steps = true; ///< Replayed says when each step happens; else those arrays are empty
    bool tells_hand_overs = false; ///< Replayed::handing_over_before is not empty
};

/// The changes that a question makes to the run.  Empty members leave it as recorded.
struct Change {
    std::function<std::uint64_t(StepIndex)> work; ///< of each interval
    boost::dynamic_bitset<> ignored;              ///< objects that order nothing
    boost::dynamic_bitset<> split;                ///< locks that two can hold
    /// By Away: how many times as long threads are away for this reason; 0: no thread is.
    std::array<double, all_kinds_of_away.size()> away = {1, 1};
};

struct Replayed {
    std::uint64_t time = 0;
    LargeVector<std::uint64_t> begins; ///< of each step's interval
    LargeVector<std::uint64_t> done;   ///< by step: when its event happens
    /// By step: the step that ended its wait; no_step: it did not wait.
    LargeVector<StepIndex> woken_by;
    std::vector<std::uint64_t> working; ///< by thread: on a processor
    std::uint64_t handing_over = 0;     ///< on processors, of all threads together
    /// By step: the part of it that the step's thread pays before it works in the step's interval.
    LargeVector<std::uint64_t> handing_over_before;
    std::vector<std::uint64_t> ends;      ///< by thread
    std::vector<std::uint64_t> begun;     ///< by thread: when it begins
    std::size_t kept = 0;                 ///< locks that were kept in the recorded order
    const StepFactors* factors = nullptr; ///< of the machine
};

Replayed replay(const Run& run, const Machine& machine, const Change& change = {});

/// The time alone, for which a long run takes less memory.
std::uint64_t replayed_time(const Run& run, Machine machine, const Change& change = {});

/// Whether a replay gives out locks, or items of a counter, in an order of its own.  If not, all
/// LockOrders are the same.
bool chooses_an_order(const Run& run);

} // namespace ilm

#endif
