// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/turns/turn_recorder.h"

#include "ilmgen/from/processes/objects/channels.h"
#include "ilmgen/from/processes/objects/common_objects.h"
#include "ilmgen/from/processes/objects/shared_objects.h"
#include "ilmgen/mpi/job/step_bytes.h"

#include <algorithm>
#include <utility>

namespace ilm {

TurnRecorder::TurnRecorder(const std::vector<RunPlace>& places, std::uint64_t all)
    : all_(all), ranks_(places.size()), spool_(places.size()) {
    for (std::size_t rank = 0; rank < places.size(); ++rank)
        ranks_[rank].number = places[rank].number;
}

void TurnRecorder::begin_turn(std::size_t rank, std::uint64_t clock) {
    rank_ = rank;
    clock_ = clock;
    is_settled_ = false;
    counts_ = {};
    happens_.clear();
}

void TurnRecorder::end_turn(const RunCounts& counts) {
    note_numbered(numbered_.programs, counts.programs - all_);
    note_numbered(numbered_.lives, counts.lives);
    note_numbered(numbered_.channels, counts.channels);
    Rank& rank = ranks_[*rank_];
    if (counts_.events > 0)
        spool_.add(*rank_, {rank.moment, counts_, happens_.bytes()});
    rank.events += counts_.events;
}

void TurnRecorder::come_after(const Moment& moment) {
    Moment& own = ranks_[*rank_].moment;
    if (own < moment)
        own = moment;
}

void TurnRecorder::begin_rank(std::size_t rank) {
    if (rank_ && *rank_ != rank)
        ranks_[rank].moment = now();
}

const Moment& TurnRecorder::now() {
    Rank& rank = ranks_[*rank_];
    if (!std::exchange(is_settled_, true))
        rank.moment.go_on({clock_, rank.number, rank.events});
    return rank.moment;
}

void TurnRecorder::event(const Event& event) {
    take(resolver_.resolve(event));
}

void TurnRecorder::take(const Event& event) {
    known_.check(event);
    intervals_.fold(event);
    if (!rank_) {
        ++untold_;
        return;
    }
    now();
    meet(event.thid);
    meet(event.other);
    ++counts_.events;
    RecordedPlaces& step_places = ranks_[*rank_].step_places;
    step_places.event(event);
    if (is_sync(event.kind)) {
        ++counts_.syncs;
        heap_.born.clear();
        heap_.used.clear();
        const Step step = intervals_.step(event, heap_);
        write_event(event, counts_.events, happens_);
        write_step(step, heap_, happens_);
        StepPlace step_place = step_places.take(event.thid, event.id);
        if (const auto name = shared_names_.find(event.object);
            event.at != 0 && name != shared_names_.end())
            step_place.object = name->second;
        write_step_place(step_place, happens_);
    } else if (event.kind == Kind::newsync && SharedObjects::has(event.object)) {
        // The event is not written, because it is not known here which rank's is the first in the
        // run.  No rank ends the object.
        shared_names_[event.object] = event.name;
    } else if (event.kind == Kind::newsync || event.kind == Kind::delsync) {
        if (CommonObjects::has(event.object) || Channels::has(event.object))
            name_common(event); // one rank's is all others'
        write_event(event, counts_.events, happens_);
    }
}

void TurnRecorder::name_common(const Event& event) {
    if (event.kind == Kind::newsync)
        shared_names_[event.object] = event.name;
    else
        shared_names_.erase(event.object);
}

/// Numbers are given out one after the other.
void TurnRecorder::meet(ThreadId thread) {
    if (thread > all_)
        note_numbered(numbered_.threads, thread - all_);
}

void TurnRecorder::note_numbered(std::vector<Moment>& moments, std::uint64_t count) {
    while (moments.size() < count)
        moments.push_back(now());
}

} // namespace ilm
