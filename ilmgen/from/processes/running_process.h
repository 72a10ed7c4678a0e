// SPDX-License-Identifier: GPL-2.0-or-later
//
// A process while the traces of a run are joined: how far its trace has been
// read, and its threads.
#ifndef ILMGEN_FROM_PROCESSES_RUNNING_PROCESS_H
#define ILMGEN_FROM_PROCESSES_RUNNING_PROCESS_H

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/from/processes/objects/channels.h"
#include "ilmgen/from/processes/objects/common_objects.h"
#include "ilmgen/from/processes/objects/renumbering.h"
#include "ilmgen/from/processes/objects/shared_objects.h"
#include "ilmgen/from/processes/process/local_processes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

using ProcessNumber = std::size_t;

/// The main thread has this number in its program's trace, and the first one of all in the run.
constexpr ThreadId main_thread = 1;

/// Threads of one program, by their numbers in its trace.
class ProgramThreads {
public:
    /// Returns false if it has been called before for this thread.
    bool introduce(ThreadId thid) { return introduced_.insert(thid).second; }

    /// An event happens: the clocks of its threads, which count work, advance. Returns the clock of
    /// the event's thread.
    std::uint64_t happens(const Event& event);
    /// Advances the thread's clock to `clock`, if it is behind.
    void wait_until(ThreadId thid, std::uint64_t clock);

    const std::set<ThreadId>& alive() const { return alive_; }
    /// Those that have ended and that no thread of the program has joined.
    const std::set<ThreadId>& unjoined() const { return unjoined_; }

private:
    std::set<ThreadId> introduced_;
    std::set<ThreadId> alive_;
    std::set<ThreadId> joined_early_; ///< before they end
    std::set<ThreadId> unjoined_;
    std::unordered_map<ThreadId, std::uint64_t> clocks_;
};

struct RunningProcess {
    RunningProcess(Process& of, ProcessNumber is, const RunPlace& in_run)
        : process(of), number(is), place(in_run) {}

    /// Nothing of the program that is executed now has been read so far.
    void begin_program();
    /// Reads the next event of its trace.
    void read_on(Collectives meaning);

    Program& current() const { return *process.programs[program]; }
    bool has_next_program() const { return program + 1 < process.programs.size(); }
    /// For people: the program's name, and the rank, with its job if ranks of others have the same
    /// numbers, or else the pid.
    std::string name() const;
    /// For people: the event, as one of the program's trace.
    std::string place_of(const Event& event) const;
    /// Says of a thread which one it is in the trace, and of which process and rank.
    IsThread identity(ThreadId thid) const;

    Process& process;
    const ProcessNumber number; ///< from 0 on, of those that are read here
    const RunPlace place;
    std::size_t program = 0;            ///< which one is executed
    std::optional<Renumbering> numbers; ///< of that program
    SharedByAddress shared;             ///< of that program
    ProgramChannels channels;           ///< of that program
    ProgramObjects objects;             ///< of that program
    ProgramThreads threads;             ///< of that program
    /// The event of its trace that was read last, and has not happened yet.
    const Event* next = nullptr;
    FactReader facts;             ///< of its trace
    Event changed;                ///< the next event, if it is changed for the run
    std::optional<ToldFact> told; ///< what it points to
    std::string name_with_job;    ///< what that points to
    std::uint64_t clock = 0;      ///< of the latest event
    bool has_begun = false;
    bool has_ended = false;
    bool is_due = false; ///< it is the next in the run that acts on a channel or a common object
    std::optional<ThreadId> successor; ///< in the run: the main thread of the next program, forked
    std::vector<ThreadId> left;        ///< in the run: threads of the program before, to be joined
    std::unordered_map<Pid, RunningProcess*> children; ///< not waited for yet
    std::vector<RunningProcess*> waiting;              ///< for its end

private:
    void add_job_to_name();
    void change(const Fact& fact);
    void read_passage(Passage passage, const SharedObject& object, Collectives meaning);
};

} // namespace ilm

#endif
