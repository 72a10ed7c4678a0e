// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/mpi_peers.h"

#include <algorithm>
#include <string>

namespace ilm {

namespace {

/// Letters are exchanged when this many bytes have been written to others.
constexpr std::size_t most_mail = std::size_t{1} << 20;

} // namespace

bool MpiPeers::may_continue() const {
    return objects_.size() < most_mail;
}

/// A process that has asked in vain still waits when the answer comes, because no other process
/// goes on until then. So it is `next`.
MpiPeers::Next MpiPeers::go_on(Turns& turns, const NextWaiting& next) {
    if (deliver_to_self(turns))
        return Next::resumes;
    return turns.empty() || !may_continue() ? exchange(turns, next) : Next::later;
}

/// Letters that this process has written to itself need no exchange with others. Returns true if
/// one answers that a process goes on in vain.
bool MpiPeers::deliver_to_self(Turns& turns) {
    bool answers = false;
    for (std::string letter; !(letter = objects_.letter(job_.number())).empty();) {
        ByteReader in(letter);
        answers = objects_.take(job_.number(), in, turns) || answers;
    }
    return answers;
}

/// Exchanges letters with all processes.
MpiPeers::Next MpiPeers::exchange(Turns& turns, const NextWaiting& next) {
    const Status own{objects_.size() > 0 || !turns.empty(), next};
    Letters letters;
    for (std::size_t to = 0; to < job_.size(); ++to) {
        ByteWriter letter;
        own.write(letter);
        letter.append(objects_.letter(to));
        letters.push_back(letter.take());
    }
    const Letters arrived = job_.exchange(letters);
    std::vector<Status> all(job_.size());
    bool answers = false;
    for (std::size_t from = 0; from < job_.size(); ++from) {
        ByteReader in(arrived[from]);
        all[from].read(in);
        answers = objects_.take(from, in, turns) || answers;
    }
    if (answers)
        return Next::resumes;
    const bool is_busy = std::ranges::any_of(all, &Status::is_busy);
    return is_busy ? Next::later : go_on_after_stall(all, next);
}

/// No process has anything to do, so the first of all waiting processes goes on. If it waits for a
/// release, no other process goes on until it does; it waits to hear which of the releases have
/// happened.
MpiPeers::Next MpiPeers::go_on_after_stall(const std::vector<Status>& all,
                                           const NextWaiting& next) {
    ++stalls_;
    const auto first = std::ranges::min_element(all, std::less<>(), &Status::next);
    if (first->next.waits == Waits::for_nothing)
        return Next::ends;
    if (static_cast<std::size_t>(first - all.begin()) != job_.number())
        return Next::later;
    if (next.waits != Waits::for_a_release)
        return Next::resumes;
    objects_.ask_in_vain(*next.process);
    return Next::later;
}

void MpiPeers::begin_turn(const RunningProcess& process, bool is_stalled) {
    constexpr std::uint64_t now_and_then = 4096;
    if (++begun_ % now_and_then == 0)
        step_();
    turns_.begin_turn(process.number, process.clock);
    if (is_stalled)
        turns_.come_after(Moment(stalls_));
}

void MpiPeers::end_turn(const RunningProcess& process, const RunCounts& counts) {
    if (process.has_ended)
        turns_.now();
    turns_.end_turn(counts);
}

std::uint64_t MpiPeers::acquire(SharedObject& object, std::uint64_t seq) {
    turns_.come_after(objects_.acquire(object, seq));
    return object.acquire(seq);
}

std::vector<ProcessNumber> MpiPeers::release(SharedObject& object, std::uint64_t seq,
                                             std::uint64_t clock) {
    objects_.release(object, seq, clock, turns_.now());
    return {};
}

} // namespace ilm
