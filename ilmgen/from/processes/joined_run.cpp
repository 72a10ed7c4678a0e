// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/joined_run.h"

#include "ilmgen/model/called_by_hpcmp.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <tuple>

namespace ilm {

namespace {

constexpr ThreadId main_thread = 1;

/// The name of a thread, as the thread or its runtime has told it; without OpenMP's region, as in
/// thread_name().
std::string own_name(std::string_view name) {
    return std::string(name.starts_with("OpenMP ") ? name.substr(0, name.find(" of ")) : name);
}

/// Thrown when the sink finds something wrong, to leave the whole reading.
struct StoppedBySink {
    Damage damage;
};

std::string sentence(const MissingThings& missing, const std::string& one,
                     const std::string& more) {
    if (missing.count == 1)
        return missing.first + one;
    return missing.first + " and " + std::to_string(missing.count - 1) + more;
}

} // namespace

JoinedRun::JoinedRun(Processes processes, Collectives meaning, EventSink& sink)
    : processes_(std::move(processes)), meaning_(meaning), sink_(sink) {
    running_.reserve(processes_.size());
    for (auto& [id, process] : processes_) {
        by_pid_.emplace(id.pid, &running_.emplace_back(process));
        for (const auto& program : process.programs)
            files_.insert(last_part(program->file()));
    }
}

std::optional<Damage> JoinedRun::read() {
    try {
        begin_ranks();
        do
            run_all();
        while (continue_one());
    } catch (const StoppedBySink& stopped) {
        return stopped.damage;
    }
    return damage_;
}

bool JoinedRun::continue_one() {
    return begin_next(Orphans::only) || do_next_to_channel() || wake_one() ||
           begin_next(Orphans::and_others);
}

bool JoinedRun::begin_next(Orphans which) {
    RunningProcess* const process = next_to_begin(which);
    if (process != nullptr)
        begin(*process, std::nullopt, 0);
    return process != nullptr;
}

/// No process is left that could release what others wait for, because the release has not been
/// recorded.  A process that reads from a channel goes first, because that may lead anywhere.
bool JoinedRun::wake_one() {
    if (!reading_.empty()) {
        take_from_outside();
        return true;
    }
    const std::optional<Turn> next = next_blocked();
    if (next)
        continue_without_release(running_[next->second]);
    return next.has_value();
}

void JoinedRun::run_all() {
    while (!turns_.empty() && may_continue()) {
        const std::size_t number = turns_.top().second;
        RunningProcess& process = running_[number];
        turns_.pop();
        State state = State::running;
        while (state == State::running &&
               (turns_.empty() || Turn(process.clock, number) < turns_.top()))
            state = advance(process);
        if (state == State::running)
            take_turn(process);
    }
}

void JoinedRun::begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock) {
    const ProgramBegin& said = process.current().begin();
    if (!main && !said.rank && said.run != said.process)
        note_missing(Lack::parent, "process " + std::to_string(said.process.pid));
    process.has_begun = true;
    process.clock = clock;
    begin_program(process, main);
    take_turn(process);
}

std::size_t JoinedRun::number_of(const RunningProcess& process) const {
    return static_cast<std::size_t>(&process - running_.data());
}

void JoinedRun::take_turn(const RunningProcess& process) {
    turns_.emplace(process.clock, number_of(process));
}

void JoinedRun::begin_program(RunningProcess& process, std::optional<ThreadId> main) {
    if (programs_ == Renumbering::most_programs)
        throw Error(process.current().file() + ": there are more than " +
                    std::to_string(programs_) + " traces");
    const ThreadId number = main ? *main : ++numbers_.thread;
    process.numbers.emplace(programs_++, number, numbers_);
    process.threads = {};
    process.threads.wait_until(main_thread, process.clock);
    process.successor.reset();
    process.shared.clear();
    process.channels = {};
    process.objects = {};
    process.read_on(meaning_);
    introduce(process, main_thread, main.has_value());
    Event join;
    join.thid = main_thread;
    join_all(process, join, std::exchange(process.left, {}));
}

JoinedRun::State JoinedRun::advance(RunningProcess& process) {
    if (process.next == nullptr)
        return end_program(process);
    const State state = take_event(process, *process.next);
    if (state == State::running)
        process.read_on(meaning_);
    return state;
}

JoinedRun::State JoinedRun::take_event(RunningProcess& process, const Event& event) {
    if (event.kind == Kind::info) {
        if (const auto* const child = fact_in<ProcessBegins>(event)) {
            fork_process(process, event, child->pid);
            return State::running;
        }
        if (const auto* const child = fact_in<ProcessEnded>(event))
            return wait_for_child(process, event, child->pid);
        if (const auto* const executes = fact_in<Executes>(event)) {
            begin_next_program(process, event, executes->file);
            return State::running;
        }
        if (const auto* const object = fact_in<SharedObjectInfo>(event)) {
            take_info(process, event, *object);
            return State::running;
        }
        if (const auto* const open = fact_in<UnknownOrder>(event)) {
            set_open(process, event, open->addr);
            return State::running;
        }
        if (const auto* const none = fact_in<NoReceipt>(event)) {
            drop_receipt(process, event, *none);
            return State::running;
        }
        if (const auto* const channel = fact_in<ChannelInfo>(event))
            return take_channel_info(process, event, *channel);
        if (const auto* const object = fact_in<CommonInfo>(event))
            return take_object_info(process, event, *object);
    } else if (Channel* const channel = process.channels.at(event.object)) {
        use_channel(process, event, *channel);
        return State::running;
    } else if (const CommonObjects::Life* const life = process.objects.at(event.object)) {
        use_object(process, event, *life);
        return State::running;
    } else if (const auto object = process.shared.find(event.object);
               event.object != 0 && object != process.shared.end()) {
        return use_shared(process, event, *object->second);
    }
    give(process, event);
    return State::running;
}

/// Adds the ends of threads that the trace does not tell, because it is damaged or because the
/// process was killed.
JoinedRun::State JoinedRun::end_program(RunningProcess& process) {
    if (const std::optional<Damage> damage = process.current().damage())
        record(*damage);
    const std::set<ThreadId> alive = process.threads.alive();
    close_channels(process, alive);
    unlock_all(process, alive);
    for (const ThreadId thid : alive) {
        Event exit;
        exit.kind = Kind::exit;
        exit.thid = thid;
        give(process, exit);
    }
    for (const ThreadId thid : process.threads.unjoined())
        process.left.push_back(process.numbers->thread(thid));
    if (process.has_next_program()) {
        ++process.program;
        has_orphans_ = true;
        begin_program(process, process.successor);
        return State::running;
    }
    process.has_ended = has_orphans_ = true;
    for (const RunningProcess* const parent : process.waiting)
        take_turn(*parent);
    return State::ended;
}

void JoinedRun::record(const Damage& damage) {
    if (damage_)
        more_damage_.push_back(damage.sentence());
    else
        damage_ = damage;
}

/// The clocks go on with each event of the trace, and with nothing else.  `object`: the one that
/// the event is about, if it is shared.
void JoinedRun::give(RunningProcess& process, const Event& event, const RunObject* object) {
    // The fork may be missing in a trace of only the end of a run.
    introduce(process, event.thid, fact_in<Unforked>(event) == nullptr);
    process.clock = std::max(process.clock, process.threads.happens(event));
    Event of_run = process.numbers->renumbered(event);
    std::string name;
    std::optional<ToldFact> told;
    if (const auto* const own = fact_in<ThreadName>(event)) {
        name = process.name() + ": " + own_name(own->name);
        told.emplace(Fact{ThreadName{name}}).put_into(of_run);
    }
    if (object != nullptr) {
        of_run.object = object->address();
        if (event.kind == Kind::newsync)
            of_run.name = object->name();
    }
    send(process, of_run, event);
}

/// Gives an info in the place of an event about an object that several processes have.
void JoinedRun::give_as_info(RunningProcess& process, const Event& event, const Fact& fact) {
    const ToldFact told(fact);
    Event info = event;
    info.object = 0;
    told.put_into(info);
    give(process, info);
}

/// Gives an info in the place of the newsync or delsync of an object that another process begins or
/// ends.
void JoinedRun::give_use(RunningProcess& process, const Event& event) {
    give_as_info(
        process, event,
        Fact{OtherText{event.kind == Kind::newsync ? "uses it as well" : "uses it no more"}});
}

/// Gives a fork or a join of a thread that is not the program's, in the place of an info.
void JoinedRun::give_order(RunningProcess& process, const Event& event, Kind kind, ThreadId other) {
    introduce(process, event.thid, true);
    process.clock = std::max(process.clock, process.threads.happens(event));
    Event order = process.numbers->renumbered(event);
    order.kind = kind;
    order.other = other;
    order.text = {};
    order.fact = nullptr;
    send(process, order, event);
}

void JoinedRun::introduce(RunningProcess& process, ThreadId thid, bool is_forked) {
    if (!process.threads.introduce(thid))
        return;
    // The first thread of all is not forked.
    if (!is_forked && process.numbers->thread(thid) != main_thread)
        tell(process, thid, Fact{Unforked{}});
    tell(process, thid, Fact{process.identity(thid)});
    const std::string name =
        process.name() + (thid == main_thread ? "" : ": thread " + std::to_string(thid));
    tell(process, thid, Fact{ThreadName{name}});
}

void JoinedRun::tell(RunningProcess& process, ThreadId thid, const Fact& fact) {
    const ToldFact told(fact);
    Event info;
    info.thid = thid;
    told.put_into(info);
    send(process, process.numbers->renumbered(info), info);
}

/// An error that the sink finds is reported with the trace's own numbers.
void JoinedRun::send(const RunningProcess& process, const Event& event, const Event& cause) {
    try {
        sink_.event(event);
    } catch (const Error& error) {
        if (!error.place())
            throw;
        throw StoppedBySink{
            {Error(place_of(cause), error.what()), cause.byte, process.current().file()}};
    }
}

void JoinedRun::note_missing(Lack what, const std::string& which) {
    missing_.at(static_cast<std::size_t>(what)).add(which);
}

void JoinedRun::add_to(LogFigures& figures) const {
    figures.missing.insert(figures.missing.end(), more_damage_.begin(), more_damage_.end());
    add_to(figures, missing_);
}

void JoinedRun::add_to(LogFigures& figures, const std::array<MissingThings, lack_kinds>& missing) {
    const std::array<std::pair<std::string, std::string>, lack_kinds> texts = {{
        {" was not recorded", " others were not recorded"},
        {" takes what no trace releases", " others take what no trace releases"},
        {" begins without its parent's fork", " others begin without their parents' forks"},
        {" was not recorded; hpcmp records it " + without_no_children(),
         " others were not recorded; hpcmp records them " + without_no_children()},
        {": threads send or receive at once, so it is unknown which receive takes which message",
         " others: threads send or receive at once, so it is unknown which receive takes which "
         "message"},
    }};
    for (std::size_t i = 0; i < lack_kinds; ++i)
        if (missing[i].count > 0)
            // All is there but the order, which is one of several.
            (static_cast<Lack>(i) == Lack::order ? figures.remarks : figures.missing)
                .push_back(sentence(missing[i], texts[i].first, texts[i].second));
}

} // namespace ilm
