// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/local_ranks.h"

#include "ilmgen/model/error.h"

#include <algorithm>

namespace ilm {

namespace {

/// Letters are exchanged when this many bytes have been written to others.
constexpr std::size_t most_mail = std::size_t{1} << 20;

} // namespace

LocalRanks::LocalRanks(LocalProcesses local, Collectives meaning, TurnRecorder& turns, Job& job,
                       std::function<void()> step)
    : JoinedRun(std::move(local.processes), meaning, turns), places_(std::move(local.places)),
      ranks_(local.ranks), turns_(turns), job_(job), step_(std::move(step)), out_(job.size()),
      matching_(job.number(), job.size(), out_) {
    for (const std::string_view file : local.files)
        add_file(file);
}

/// The numbers of ranks are known, because all ranks begin before anything else happens.
void LocalRanks::begin_ranks() {
    for (RunningProcess& process : running()) {
        const std::uint64_t before = places_[number_of(process)].ranks;
        number_next(before, before + 1);
        if (process.current().begin().rank)
            begin(process, std::nullopt, 0);
    }
    number_next(ranks_, ranks_ + 1);
}

bool LocalRanks::may_continue() const {
    return out_.size() < most_mail;
}

LocalRanks::State LocalRanks::advance(RunningProcess& process) {
    constexpr std::uint64_t now_and_then = 4096;
    if (++advanced_ % now_and_then == 0)
        step_();
    turns_.begin_turn(number_of(process), process.clock);
    if (process.is_due)
        turns_.come_after(Moment(stalls_));
    const State state = JoinedRun::advance(process);
    if (state == State::ended)
        turns_.now();
    end_turn();
    return state;
}

void LocalRanks::begin(RunningProcess& process, std::optional<ThreadId> main, std::uint64_t clock) {
    JoinedRun::begin(process, main, clock);
    turns_.begin_rank(number_of(process));
}

void LocalRanks::continue_after(RunningProcess& /*process*/, const RunningProcess& child) {
    turns_.come_after_rank(number_of(child));
}

/// The turn's moment is also that of everything that was numbered in the turn.
void LocalRanks::end_turn() {
    while (begun_.size() + ranks_ < JoinedRun::programs())
        begun_.push_back(turns_.now());
    while (lives_.size() < common_objects().lives())
        lives_.push_back(turns_.now());
    while (named_channels_.size() < JoinedRun::channels().count())
        named_channels_.push_back(turns_.now());
    turns_.end_turn();
}

ByteWriter& LocalRanks::mail(Mail what, const KnownObject& known) {
    return out_.begin(known.matched_by, what, known.number);
}

void LocalRanks::take_info(RunningProcess& process, const Event& event,
                           const SharedObjectInfo& info) {
    JoinedRun::take_info(process, event, info);
    SharedObject& object = *process.shared.at(info.addr);
    if (info.releases != object.releases() || info.acquires != object.acquires())
        throw Error(object.name() + ": ranks do not agree on how often it is released and "
                                    "acquired; ilmgen makes a model of it");
    KnownObject& known = known_[&object];
    if (known.object != nullptr)
        return;
    known.object = &object;
    known.number = by_number_.size();
    known.matched_by = Matching::process_for(object.name(), job_.size());
    by_number_.push_back(&known);
    objects_in_run_.push_back(0);
    ByteWriter& letter = mail(Mail::named, known);
    letter.put(object.releases());
    letter.put(object.acquires());
    letter.put_text(object.name());
}

LocalRanks::State LocalRanks::use_shared(RunningProcess& process, const Event& event,
                                         SharedObject& object) {
    KnownObject& known = known_.at(&object);
    if (event.kind == Kind::acq && !std::exchange(known.subscribed, true))
        mail(Mail::subscribes, known);
    return JoinedRun::use_shared(process, event, object);
}

void LocalRanks::acquire_shared(RunningProcess& process, const Event& event, SharedObject& object) {
    KnownObject& known = known_.at(&object);
    const std::uint64_t seq = event.seq.value_or(0);
    if (in_vain_ != &process) {
        turns_.come_after(known.completed.at(seq));
        mail(Mail::acquires, known).put(seq);
    }
    JoinedRun::acquire_shared(process, event, object);
}

void LocalRanks::release_shared(RunningProcess& process, SharedObject& object, std::uint64_t seq) {
    ByteWriter& letter = mail(Mail::releases, known_.at(&object));
    letter.put(seq);
    letter.put(process.clock);
    turns_.now().write(letter);
}

void LocalRanks::record(const Damage& damage) {
    losses_.push_back({turns_.now(), damage});
}

void LocalRanks::note_missing(Lack what, const std::string& which) {
    FirstMissing& first = lacking_.at(static_cast<std::size_t>(what));
    if (first.missing.count++ > 0 && !(turns_.now() < first.moment))
        return;
    first.missing.first = which;
    first.moment = turns_.now();
}

void LocalRanks::add_to(LogFigures& figures, const std::vector<Lacking>& shares) {
    std::array<MissingThings, lack_kinds> all;
    for (std::size_t i = 0; i < lack_kinds; ++i) {
        const Moment* earliest = nullptr;
        for (const Lacking& share : shares) {
            const FirstMissing& first = share.at(i);
            all.at(i).count += first.missing.count;
            if (first.missing.count == 0 || (earliest != nullptr && !(first.moment < *earliest)))
                continue;
            earliest = &first.moment;
            all.at(i).first = first.missing.first;
        }
    }
    JoinedRun::add_to(figures, all);
}

/// Exchanges letters until a rank of this process can go on, or no rank of any process can.
bool LocalRanks::continue_one() {
    do {
        deliver_to_self();
        if (is_idle() || !may_continue())
            if (!exchange())
                return false;
    } while (is_idle());
    return true;
}

/// Letters that this process has written to itself need no exchange with others.
void LocalRanks::deliver_to_self() {
    while (!out_.letter(job_.number()).bytes().empty()) {
        const std::string letter = out_.letter(job_.number()).take();
        ByteReader in(letter);
        take(job_.number(), in);
    }
}

/// False if nobody has anything to do and no rank waits.
bool LocalRanks::exchange() {
    const Status own = status();
    Letters letters;
    for (std::size_t to = 0; to < job_.size(); ++to) {
        ByteWriter letter;
        own.write(letter);
        letter.append(out_.letter(to).take());
        letters.push_back(letter.take());
    }
    const Letters arrived = job_.exchange(letters);
    bool is_busy = false;
    Status first;
    for (std::size_t from = 0; from < job_.size(); ++from) {
        ByteReader in(arrived[from]);
        Status status;
        status.read(in);
        is_busy = is_busy || status.is_busy;
        first = std::min(first, status);
        take(from, in);
    }
    if (is_busy)
        return true;
    ++stalls_;
    do_next(first);
    return first.waits != Status::Waits::for_nothing;
}

Status LocalRanks::status() {
    using Waits = Status::Waits;
    if (out_.size() > 0 || !is_idle())
        return {.is_busy = true};
    if (const RunningProcess* const orphan = next_to_begin(Orphans::only))
        return status_of_beginning(Waits::to_begin, *orphan);
    if (const auto next = next_at_channel())
        return status_of(Waits::for_its_turn_at_an_object, running()[next->second], next->first);
    if (const auto next = next_to_read())
        return status_of(Waits::for_units, running()[next->second], next->first);
    if (const auto next = next_blocked())
        return status_of(Waits::for_a_release, running()[next->second], next->first);
    if (const RunningProcess* const other = next_to_begin(Orphans::and_others))
        return status_of_beginning(Waits::for_a_fork, *other);
    return {};
}

Status LocalRanks::status_of(Status::Waits waits, const RunningProcess& process,
                             std::uint64_t clock) const {
    return {.waits = waits, .clock = clock, .number = places_[number_of(process)].number};
}

Status LocalRanks::status_of_beginning(Status::Waits waits, const RunningProcess& process) const {
    Status status = status_of(waits, process, 0);
    status.beginning = beginning(process);
    return status;
}

/// Does the next action, if it is that of a process that is read here.
void LocalRanks::do_next(const Status& next) {
    RunningProcess* const process = local_process(next.number);
    if (process == nullptr)
        return;
    switch (next.waits) {
    case Status::Waits::for_its_turn_at_an_object: do_next_to_channel(); break;
    case Status::Waits::for_units:
        begin_stalled_turn(*process);
        take_from_outside();
        end_turn();
        break;
    case Status::Waits::for_a_release: begin_in_vain(*process); break;
    case Status::Waits::to_begin:
    case Status::Waits::for_a_fork:
        begin_stalled_turn(*process);
        begin(*process, std::nullopt, 0);
        end_turn();
        break;
    case Status::Waits::for_nothing: break;
    }
}

/// The process with this number in the run; null if other processes of MPI read it.
RunningProcess* LocalRanks::local_process(std::uint64_t number) {
    const auto found =
        std::ranges::lower_bound(places_, number, {}, &LocalProcesses::Place::number);
    if (found == places_.end() || found->number != number)
        return nullptr;
    return &running()[static_cast<std::size_t>(found - places_.begin())];
}

void LocalRanks::take(std::size_t from, ByteReader& letter) {
    while (!letter.at_end()) {
        const auto what = static_cast<Mail>(letter.number());
        const std::uint64_t object = letter.number();
        if (what < Mail::is)
            matching_.take(from, what, object, letter);
        else
            take_answer(what, *by_number_.at(object), letter);
    }
}

void LocalRanks::take_answer(Mail what, KnownObject& known, ByteReader& in) {
    const std::uint64_t number = in.number();
    switch (what) {
    case Mail::is: objects_in_run_[known.number] = number; break;
    case Mail::completed: {
        const std::uint64_t clock = in.number();
        known.completed[number].read(in);
        wake(known.object->complete(number, clock));
        break;
    }
    case Mail::over:
        known.completed.erase(number);
        known.object->forget(number);
        break;
    default:
        known.object->hear(number, in.number());
        continue_without_release(*in_vain_);
        break;
    }
}

/// The turn begins because no other rank could go on.
void LocalRanks::begin_stalled_turn(const RunningProcess& process) {
    turns_.begin_turn(number_of(process), process.clock);
    turns_.come_after(Moment(stalls_));
}

/// No other rank goes on until this rank does. This rank waits to hear which of the releases have
/// happened.
void LocalRanks::begin_in_vain(RunningProcess& process) {
    in_vain_ = &process;
    const Event& event = *process.next;
    mail(Mail::in_vain, known_.at(process.shared.at(event.object))).put(event.seq.value_or(0));
}

void LocalRanks::continue_without_release(RunningProcess& process) {
    begin_stalled_turn(process);
    JoinedRun::continue_without_release(process);
    end_turn();
    in_vain_ = nullptr;
}

} // namespace ilm
