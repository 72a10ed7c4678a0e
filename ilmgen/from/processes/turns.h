// SPDX-License-Identifier: GPL-2.0-or-later
//
// The order in which the processes of a run go on.
//
// The process with the lowest clock has the turn. A process without a turn waits, has ended or has
// not begun. If no process has a turn, the first one that waits goes on, in the order of Waits.
// Example: process 1 waits for units, and process 2 waits for its turn at an object. Process 2 goes
// on, because it may put these units in.
#ifndef ILMGEN_FROM_PROCESSES_TURNS_H
#define ILMGEN_FROM_PROCESSES_TURNS_H

#include "ilmgen/from/processes/running_process.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ilm {

enum class State { running, waiting, ended };

/// The reason why a process waits. The kind that is served first comes first.
enum class Waits : std::uint8_t {
    to_begin,                  ///< no process will fork it
    for_its_turn_at_an_object, ///< or at a channel
    for_units,                 ///< it needs more than a channel contains
    for_a_release,             ///< of an object that ranks share
    for_a_fork,                ///< which its parent may still execute
    for_nothing
};

/// When a process began that no process of the run has forked.
struct Beginning {
    bool is_later = true; ///< than the run's first process
    std::uint64_t tick = 0;
    Pid pid = 0;

    auto operator<=>(const Beginning&) const = default;
};

/// The process that goes on first if all processes wait.
struct NextWaiting {
    Waits waits = Waits::for_nothing;
    Beginning beginning = {};
    std::uint64_t clock = 0;  ///< the machine's clock, or that of the process
    std::uint64_t number = 0; ///< in the run
    RunningProcess* process = nullptr;

    /// `process` does not count, because another process of MPI may read it.
    bool operator<(const NextWaiting& other) const {
        return std::tie(waits, beginning, clock, number) <
               std::tie(other.waits, other.beginning, other.clock, other.number);
    }
};

class Turns {
public:
    /// A clock and a process; the lowest one is next.
    using Turn = std::pair<std::uint64_t, ProcessNumber>;

    explicit Turns(std::vector<RunningProcess>& running) : running_(running) {}

    void add(const RunningProcess& process) { turns_.emplace(process.clock, process.number); }
    /// Whether no process has a turn.
    bool empty() const { return turns_.empty(); }
    /// Takes the next turn, unless empty().
    RunningProcess& take();
    /// Whether the process, which has no turn, comes before all that have one.
    bool is_first(const RunningProcess& process) const {
        return empty() || Turn(process.clock, process.number) < turns_.top();
    }

    void wait(Waits why, const Turn& turn) { waiting_[why].insert(turn); }
    void wait_no_more(Waits why, const Turn& turn) { waiting_[why].erase(turn); }
    /// If no release comes, a process that waits for a receipt goes first, because others may wait
    /// for what it sends next.
    void wait_for_release(const RunningProcess& process);
    /// The releases that these processes wait for have happened.
    void wake(const std::vector<ProcessNumber>& waiting);
    /// The first of those that wait.
    NextWaiting next_waiting() const;

private:
    static Turn turn_after_release(const RunningProcess& process);

    std::vector<RunningProcess>& running_;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
    std::map<Waits, std::set<Turn>> waiting_;
};

} // namespace ilm

#endif
