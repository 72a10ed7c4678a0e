// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/joined_run.h"

#include <set>
#include <string>
#include <utility>

namespace ilm {

namespace {

std::vector<RunningProcess> running_of(LocalProcesses& local) {
    std::vector<RunningProcess> running;
    running.reserve(local.processes.size());
    for (auto& [id, process] : local.processes)
        running.emplace_back(process, running.size(), local.places[running.size()]);
    return running;
}

} // namespace

JoinedRun::JoinedRun(LocalProcesses local, Collectives meaning, EventSink& sink, Peers& peers)
    : local_(std::move(local)), meaning_(meaning), peers_(peers), running_(running_of(local_)),
      events_(sink), turns_(running_), tree_(running_, local_.files),
      channels_(events_, turns_, peers_), objects_(events_, turns_, peers_),
      ranks_(events_, turns_, peers_) {}

std::optional<Damage> JoinedRun::read() {
    try {
        begin_ranks();
        while (true) {
            run_all();
            const NextWaiting next = turns_.empty() ? next_waiting() : NextWaiting();
            const Peers::Next then = peers_.go_on(turns_, next);
            if (then == Peers::Next::ends)
                return std::nullopt;
            if (then == Peers::Next::resumes)
                resume(next);
        }
    } catch (const StoppedBySink& stopped) {
        return stopped.damage;
    }
}

/// All ranks begin together, before anything else happens. So their numbers are known.
void JoinedRun::begin_ranks() {
    for (RunningProcess& process : running_) {
        events_.number_from(process.place.ranks);
        if (process.current().begin().rank)
            begin(process, std::nullopt, 0);
    }
    events_.number_from(local_.ranks);
}

void JoinedRun::run_all() {
    while (!turns_.empty() && peers_.may_continue()) {
        RunningProcess& process = turns_.take();
        State state = State::running;
        while (state == State::running && turns_.is_first(process))
            state = advance(process);
        if (state == State::running)
            turns_.add(process);
    }
}

NextWaiting JoinedRun::next_waiting() {
    NextWaiting next = tree_.next_to_begin(Waits::to_begin);
    if (next.waits == Waits::for_nothing)
        next = turns_.next_waiting();
    if (next.waits == Waits::for_nothing)
        next = tree_.next_to_begin(Waits::for_a_fork);
    return next;
}

/// Nothing else can go on. So if the process waits for a release or for units, these have not been
/// recorded.
void JoinedRun::resume(const NextWaiting& next) {
    RunningProcess& process = *next.process;
    turns_.wait_no_more(next.waits, {next.clock, process.number});
    process.is_due =
        next.waits == Waits::for_its_turn_at_an_object || next.waits == Waits::for_units;
    if (next.waits == Waits::for_its_turn_at_an_object) {
        turns_.add(process);
        return;
    }
    peers_.begin_turn(process, true);
    if (next.waits == Waits::for_units) {
        channels_.take_from_outside(process);
        turns_.add(process);
    } else if (next.waits == Waits::for_a_release) {
        ranks_.acquire_in_vain(process);
        process.read_on(meaning_);
        turns_.add(process);
    } else {
        begin(process, std::nullopt, 0);
    }
    end_turn(process);
}

void JoinedRun::begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock) {
    const ProgramBegin& said = process.current().begin();
    if (!main && !said.rank && said.run != said.process)
        peers_.note_missing(Lack::parent, "process " + std::to_string(said.process.pid));
    process.has_begun = true;
    process.clock = clock;
    begin_program(process, main);
    turns_.add(process);
}

void JoinedRun::begin_program(RunningProcess& process, std::optional<ThreadId> main) {
    events_.number_program(process, main);
    process.begin_program();
    process.read_on(meaning_);
    events_.introduce(process, main_thread, main.has_value());
    Event join;
    join.thid = main_thread;
    events_.join_all(process, join, std::exchange(process.left, {}));
}

State JoinedRun::advance(RunningProcess& process) {
    peers_.begin_turn(process, process.is_due);
    const State state =
        process.next == nullptr ? end_program(process) : take_event(process, *process.next);
    end_turn(process);
    return state;
}

void JoinedRun::end_turn(const RunningProcess& process) {
    peers_.end_turn(process, {events_.programs(), objects_.lives(), channels_.count()});
}

State JoinedRun::take_event(RunningProcess& process, const Event& event) {
    State state = State::running;
    if (event.kind == Kind::info)
        state = take_info(process, event);
    else if (Channel* const channel = process.channels.at(event.object))
        channels_.use(process, event, *channel);
    else if (const CommonObjects::Life* const life = process.objects.at(event.object))
        objects_.use(process, event, *life);
    else if (const auto object = process.shared.find(event.object);
             event.object != 0 && object != process.shared.end())
        state = ranks_.use(process, event, *object->second);
    else
        events_.give(process, event);
    if (state == State::running)
        process.read_on(meaning_);
    return state;
}

State JoinedRun::take_info(RunningProcess& process, const Event& event) {
    if (const auto* const child = fact_in<ProcessEnded>(event))
        return wait_for_child(process, event, child->pid);
    if (const auto* const channel = fact_in<ChannelInfo>(event))
        return channels_.take_info(process, event, *channel);
    if (const auto* const object = fact_in<CommonInfo>(event))
        return objects_.take_info(process, event, *object);
    if (const auto* const child = fact_in<ProcessBegins>(event))
        fork_process(process, event, child->pid);
    else if (const auto* const executes = fact_in<Executes>(event))
        begin_next_program(process, event, executes->file);
    else if (const auto* const object = fact_in<SharedObjectInfo>(event))
        ranks_.name(process, event, *object);
    else if (const auto* const open = fact_in<UnknownOrder>(event))
        ranks_.set_open(process, event, open->addr);
    else if (const auto* const none = fact_in<NoReceipt>(event))
        ranks_.drop_receipt(process, event, *none);
    else
        events_.give(process, event);
    return State::running;
}

void JoinedRun::fork_process(RunningProcess& process, const Event& event, Pid pid) {
    RunningProcess* const child = tree_.child_of(process, pid, event.id);
    if (child == nullptr) {
        peers_.note_missing(Lack::child, "process " + std::to_string(pid));
        events_.give(process, event);
        return;
    }
    const ThreadId main = events_.new_thread();
    events_.give_order(process, event, Kind::fork, main);
    process.children[pid] = child;
    begin(*child, main, process.clock);
    peers_.forked(*child);
}

void JoinedRun::begin_next_program(RunningProcess& process, const Event& event,
                                   std::string_view file) {
    if (!process.has_next_program()) {
        peers_.note_missing(Lack::successor, std::string(file) + ", executed by process " +
                                                 std::to_string(process.process.id.pid) + ",");
        events_.give(process, event);
        return;
    }
    process.successor = events_.new_thread();
    events_.give_order(process, event, Kind::fork, *process.successor);
}

/// There is nothing to do for a process that is not in the run, or that has been waited for before.
State JoinedRun::wait_for_child(RunningProcess& process, const Event& event, Pid pid) {
    const auto found = process.children.find(pid);
    if (found == process.children.end()) {
        events_.give(process, event);
        return State::running;
    }
    RunningProcess& child = *found->second;
    if (!child.has_ended) {
        child.waiting.push_back(&process);
        return State::waiting;
    }
    peers_.joined(child);
    process.children.erase(found);
    process.threads.wait_until(event.thid, child.clock);
    if (child.left.empty()) // its threads have joined each other
        events_.give(process, event);
    else
        events_.join_all(process, event, std::exchange(child.left, {}));
    return State::running;
}

/// Adds the ends of threads that the trace does not tell, because it is damaged or because the
/// process was killed.
State JoinedRun::end_program(RunningProcess& process) {
    if (const std::optional<Damage> damage = process.current().damage())
        peers_.record(*damage);
    const std::set<ThreadId> alive = process.threads.alive();
    channels_.close_all(process, alive);
    objects_.unlock_all(process, alive);
    for (const ThreadId thid : alive) {
        Event exit;
        exit.kind = Kind::exit;
        exit.thid = thid;
        events_.give(process, exit);
    }
    for (const ThreadId thid : process.threads.unjoined())
        process.left.push_back(process.numbers->thread(thid));
    tree_.program_ended();
    if (process.has_next_program()) {
        ++process.program;
        begin_program(process, process.successor);
        return State::running;
    }
    process.has_ended = true;
    for (const RunningProcess* const parent : process.waiting)
        turns_.add(*parent);
    return State::ended;
}

} // namespace ilm
