// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/objects_by_mail.h"

#include "ilmgen/model/error.h"

#include <utility>

namespace ilm {

ObjectsByMail::ObjectsByMail(std::size_t number, std::size_t processes)
    : processes_(processes), out_(processes), matching_(number, processes, out_) {}

void ObjectsByMail::name(const SharedObjectInfo& info, SharedObject& object) {
    if (info.releases != object.releases() || info.acquires != object.acquires())
        throw Error(object.name() + ": ranks do not agree on how often it is released and "
                                    "acquired; ilmgen makes a model of it");
    Known& known = known_[&object];
    if (known.object != nullptr)
        return;
    known.object = &object;
    known.number = by_number_.size();
    known.matched_by = Matching::process_for(object.name(), processes_);
    by_number_.push_back(&known);
    numbers_.push_back(0);
    ByteWriter& letter = mail(Mail::named, known);
    letter.put(object.releases());
    letter.put(object.acquires());
    letter.put_text(object.name());
}

bool ObjectsByMail::may_acquire(SharedObject& object, std::uint64_t seq) {
    Known& known = known_.at(&object);
    if (!std::exchange(known.subscribed, true))
        mail(Mail::subscribes, known);
    return object.is_complete(seq);
}

const Moment& ObjectsByMail::acquire(SharedObject& object, std::uint64_t seq) {
    const Known& known = known_.at(&object);
    mail(Mail::acquires, known).put(seq);
    return known.completed.at(seq);
}

void ObjectsByMail::release(const SharedObject& object, std::uint64_t seq, std::uint64_t clock,
                            const Moment& now) {
    ByteWriter& letter = mail(Mail::releases, known_.at(&object));
    letter.put(seq);
    letter.put(clock);
    now.write(letter);
}

void ObjectsByMail::ask_in_vain(const RunningProcess& process) {
    const Event& event = *process.next;
    mail(Mail::in_vain, known_.at(process.shared.at(event.object))).put(event.seq.value_or(0));
}

bool ObjectsByMail::take(std::size_t from, ByteReader& letter, Turns& turns) {
    bool answers = false;
    while (!letter.at_end()) {
        const auto what = static_cast<Mail>(letter.number());
        const std::uint64_t object = letter.number();
        if (what < Mail::is)
            matching_.take(from, what, object, letter);
        else
            answers = take_answer(what, *by_number_.at(object), letter, turns) || answers;
    }
    return answers;
}

bool ObjectsByMail::take_answer(Mail what, Known& known, ByteReader& in, Turns& turns) {
    const std::uint64_t number = in.number();
    switch (what) {
    case Mail::is: numbers_[known.number] = number; break;
    case Mail::completed: {
        const std::uint64_t clock = in.number();
        known.completed[number].read(in);
        turns.wake(known.object->complete(number, clock));
        break;
    }
    case Mail::over:
        known.completed.erase(number);
        known.object->forget(number);
        break;
    default: known.object->hear(number, in.number()); return true;
    }
    return false;
}

} // namespace ilm
