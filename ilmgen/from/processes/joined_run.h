// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joins the traces of the processes of one run to one trace.
//
// A process that is forked becomes a thread that begins. A wait for a process becomes joins of all
// threads that the process has left behind. A program that is executed becomes a new thread, which
// joins the threads of the previous program. So the order between processes becomes an order
// between threads, and the stages behind this one do not know of processes. If nothing else orders
// two events of different processes, the clocks of the processes do. These clocks count work, and a
// child's clock begins with the value of its parent's clock.
#ifndef ILMGEN_FROM_PROCESSES_JOINED_RUN_H
#define ILMGEN_FROM_PROCESSES_JOINED_RUN_H

#include "ilmgen/from/processes/running_process.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ilm {

/// Counts how often something is missing in a run, and keeps what was missing first.
struct MissingThings {
    std::size_t count = 0;
    std::string first;

    void add(const std::string& what) {
        if (count++ == 0)
            first = what;
    }
};

class JoinedRun {
public:
    /// When a process began that no process of the run has forked.
    struct Beginning {
        bool is_later = true; ///< than the run's first process
        std::uint64_t tick = 0;
        Pid pid = 0;

        auto operator<=>(const Beginning&) const = default;
    };

    JoinedRun(Processes processes, Collectives meaning, EventSink& sink);
    virtual ~JoinedRun() = default;
    JoinedRun(const JoinedRun&) = delete;
    JoinedRun& operator=(const JoinedRun&) = delete;

    /// Reads all events.  A damaged trace ends where the damage is, and the others go on.
    std::optional<Damage> read();

    std::size_t processes() const { return running_.size(); }
    std::uint64_t programs() const { return programs_; }
    /// Adds sentences about what is missing.
    void add_to(LogFigures& figures) const;

protected:
    enum class State { running, waiting, ended };
    /// Clock and number of a process; the lowest one is next.
    using Turn = std::pair<std::uint64_t, std::size_t>;
    /// The things that may be missing, in the order in which they are reported.
    enum class Lack : std::uint8_t { child, source, parent, successor, order };
    static constexpr std::size_t lack_kinds = 5;
    /// `only`: processes that no process will fork. `and_others`: also those whose parents may
    /// still fork them.
    enum class Orphans { only, and_others };

    // Subclasses override these functions if several processes read the ranks of a job.
    virtual void begin_ranks();
    /// Whether the processes that have the turn may go on.
    virtual bool may_continue() const { return true; }
    /// Lets one process go on when all of them wait. Returns false if all have ended.
    virtual bool continue_one();
    /// One turn of a process: what it does next.
    virtual State advance(RunningProcess& process);
    virtual void take_info(RunningProcess& process, const Event& event,
                           const SharedObjectInfo& info);
    virtual State use_shared(RunningProcess& process, const Event& event, SharedObject& object);
    virtual void acquire_shared(RunningProcess& process, const Event& event, SharedObject& object);
    virtual void release_shared(RunningProcess& process, SharedObject& object, std::uint64_t seq);
    virtual void continue_without_release(RunningProcess& process);
    /// `main`: its thread in the run, if it was forked.
    virtual void begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock);
    /// The process has waited for a child, which has ended.
    virtual void continue_after(RunningProcess& /*process*/, const RunningProcess& /*child*/) {}
    virtual void record(const Damage& damage);
    virtual void note_missing(Lack what, const std::string& which);

    void wake(const std::vector<SharedObject::ProcessNumber>& waiting);
    std::size_t number_of(const RunningProcess& process) const;
    std::vector<RunningProcess>& running() { return running_; }
    /// Whether no process has the turn.
    bool is_idle() const { return turns_.empty(); }
    /// The next process and thread that begin have these numbers.
    void number_next(std::uint64_t program, ThreadId thread) {
        programs_ = program;
        numbers_.thread = thread - 1;
    }
    /// The earliest, by the machine's clock, of the processes that are about to use a channel or a
    /// common object.
    std::optional<Channel::Waiting> next_at_channel() const {
        return at_channels_.empty() ? std::nullopt : std::optional(*at_channels_.begin());
    }
    bool do_next_to_channel();
    /// The earliest, by the machine's clock, of the processes that need more units than a channel
    /// contains.
    std::optional<Channel::Waiting> next_to_read() const {
        return reading_.empty() ? std::nullopt : std::optional(*reading_.begin());
    }
    void take_from_outside();
    const Channels& channels() const { return channels_; }
    const CommonObjects& common_objects() const { return objects_; }
    /// If all processes wait for others' releases, the one that goes on first: one that waits for a
    /// receipt, else the one that began to wait at the lowest clock.
    std::optional<Turn> next_blocked() const {
        return blocked_.empty() ? std::nullopt : std::optional(*blocked_.begin());
    }
    /// The process that is to begin next without a fork; null: none.
    RunningProcess* next_to_begin(Orphans which);
    static Beginning beginning(const RunningProcess& process);
    /// Adds a file of the run's traces. Another process of MPI may read it.
    void add_file(std::string_view name) { files_.insert(name); }
    /// Adds a sentence about each missing thing.
    static void add_to(LogFigures& figures, const std::array<MissingThings, lack_kinds>& missing);

private:
    // In the order of the work.
    void run_all();
    bool begin_next(Orphans which);
    bool wake_one();
    bool may_be_forked(const RunningProcess& process) const;
    void begin_program(RunningProcess& process, std::optional<ThreadId> main);
    State take_event(RunningProcess& process, const Event& event);
    State end_program(RunningProcess& process);

    // Infos of the traces: in joined_processes.cpp, joined_ranks.cpp.
    void fork_process(RunningProcess& process, const Event& event, Pid pid);
    void begin_next_program(RunningProcess& process, const Event& event, std::string_view file);
    void set_open(RunningProcess& process, const Event& event, Address addr);
    void drop_receipt(RunningProcess& process, const Event& event, NoReceipt none);
    Turn blocked_turn(const RunningProcess& process) const;
    State wait_for_child(RunningProcess& process, const Event& event, Pid pid);
    // Channels: in joined_channels.cpp.
    State take_channel_info(RunningProcess& process, const Event& event, ChannelInfo info);
    void act_on_channel(RunningProcess& process, const Event& event, Channel& channel,
                        const ChannelInfo& info);
    void use_channel(RunningProcess& process, const Event& event, Channel& channel);
    void acquire_from_channel(RunningProcess& process, const Event& event, const Channel& channel);
    void close_channels(RunningProcess& process, const std::set<ThreadId>& threads);
    void wait_for_units(RunningProcess& process, Channel& channel, const ChannelInfo& info);
    static void fill_from_outside(Channel& channel, const ChannelInfo& info);
    void wake_readers(Channel& channel);
    // Objects that several processes have: in joined_objects.cpp.
    State take_object_info(RunningProcess& process, const Event& event, CommonInfo info);
    void act_on_object(RunningProcess& process, const Event& event, const CommonInfo& info);
    void use_object(RunningProcess& process, const Event& event, const CommonObjects::Life& life);
    void name_object(RunningProcess& process, const Event& event, const CommonObjects::Life& life);
    void end_object(RunningProcess& process, const Event& event, const CommonObjects::Life& life);
    void release_object(RunningProcess& process, const Event& event,
                        const CommonObjects::Life& life);
    void acquire_object(RunningProcess& process, const Event& event,
                        const CommonObjects::Life& now);
    void unlock_all(RunningProcess& process, const std::set<ThreadId>& threads);
    Operation take_operation(RunningProcess& process, const Event& event) const;
    static void keep_only_place(Event& event);
    void give_acquires(RunningProcess& process, const Event& event, const RunObject& object,
                       const std::vector<std::uint64_t>& numbers);
    static std::uint64_t take_clock(RunningProcess& process, const Event& event);

    RunningProcess* child_of(const RunningProcess& process, Pid pid, EventId before);
    bool may_be_of(const ForkedBy& forked, const RunningProcess& process) const;

    // Events for the sink.
    void give(RunningProcess& process, const Event& event, const RunObject* object = nullptr);
    void give_as_info(RunningProcess& process, const Event& event, const Fact& fact);
    void give_use(RunningProcess& process, const Event& event);
    void give_order(RunningProcess& process, const Event& event, Kind kind, ThreadId other);
    void join_all(RunningProcess& process, Event event, const std::vector<ThreadId>& threads);
    void introduce(RunningProcess& process, ThreadId thid, bool is_forked);
    void tell(RunningProcess& process, ThreadId thid, const Fact& fact);
    void send(const RunningProcess& process, const Event& event, const Event& cause);

    void take_turn(const RunningProcess& process);

    Processes processes_;
    Collectives meaning_;
    EventSink& sink_;
    RunNumbers numbers_;
    SharedObjects shared_;
    Channels channels_;
    CommonObjects objects_;
    std::uint64_t programs_ = 0;
    std::vector<RunningProcess> running_; ///< as many as processes_
    std::unordered_multimap<Pid, RunningProcess*> by_pid_;
    /// False: the last search found no orphan, and no process has ended since.
    bool has_orphans_ = true;
    std::unordered_set<std::string_view> files_; ///< names of all traces, without their folders
    /// Processes that wait for others' releases, by blocked_turn().
    std::set<Turn> blocked_;
    /// Processes that need more units than there are in a channel, by the machine's clock.
    std::set<Channel::Waiting> reading_;
    /// Processes that are about to do something to a channel or a common object, by the machine's
    /// clock.
    std::set<Channel::Waiting> at_channels_;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
    std::optional<Damage> damage_; ///< the first one
    std::vector<std::string> more_damage_;
    std::array<MissingThings, lack_kinds> missing_; ///< by Lack
};

} // namespace ilm

#endif
