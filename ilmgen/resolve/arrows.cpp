// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/resolve/arrows.h"

#include <algorithm>

namespace ilm {

const std::vector<Arrow>& Arrows::find_arrows(const Event& event, std::uint64_t time) {
    arrows_.clear();
    Arrow end;
    end.to = event.thid;
    end.end_id = event.id;
    end.end = time;
    add_arrow(Kind::fork, predecessors_.fork_of(event), end);
    add_arrow(Kind::exit, predecessors_.exit_of(event), end);
    if (ObjectReleases* const releases = predecessors_.releases_of(event))
        add_arrows(*releases, event, end);
    std::sort(arrows_.begin(), arrows_.end(),
              [](const Arrow& a, const Arrow& b) { return a.start.id < b.start.id; });
    return arrows_;
}

void Arrows::add_arrow(Kind kind, const std::optional<ArrowStart>& start, Arrow arrow) {
    if (!start)
        return;
    arrow.kind = kind;
    arrow.start = *start;
    arrow.prim = number_of("");
    arrows_.push_back(arrow);
}

void Arrows::ObjectReleases::publish(Mode mode, const ArrowStart& release) {
    (mode == Mode::rd ? reads : others)[release.thid] = release;
    if (const auto thread = threads.find(release.thid); thread != threads.end())
        (mode == Mode::rd ? thread->second.at_read : thread->second.at_other) = thread->second.now;
}

Arrows::ReleasesBefore Arrows::ObjectReleases::known_to(const Event& acq) const {
    ReleasesBefore known;
    for (const auto& [thid, thread] : threads) {
        if (thid == acq.thid)
            known.add(thread.now);
        known.add(thread.at_other);
        if (acq.mode != Mode::rd)
            known.add(thread.at_read);
    }
    return known;
}

void Arrows::ObjectReleases::note_acquire(const Event& acq) {
    ReleasesBefore& now = threads[acq.thid].now;
    now.others = acq.id;
    if (acq.mode != Mode::rd)
        now.reads = acq.id;
}

void Arrows::add_arrows(ObjectReleases& releases, const Event& acq, Arrow end) {
    const ReleasesBefore known = acq.seq ? ReleasesBefore() : releases.known_to(acq);
    end.object = acq.object;
    end.seq = acq.seq;
    end.prim = number_of(predecessors_.objects().prim_of(acq));
    const auto add = [&](const ArrowStart& release) {
        if (release.thid == acq.thid)
            return;
        Arrow& arrow = arrows_.emplace_back(end);
        arrow.start = release;
        arrow.bytes = acq.bytes != 0 ? acq.bytes : release.bytes;
    };
    const bool reads_too = acq.mode != Mode::rd;
    const auto later = [](const ObjectReleases::ByThread& by_thread, const ArrowStart& release) {
        const auto other = by_thread.find(release.thid);
        return other != by_thread.end() && other->second.id > release.id;
    };
    for (const auto& [thid, release] : releases.others)
        if (release.id >= known.others && (!reads_too || !later(releases.reads, release)))
            add(release);
    if (reads_too)
        for (const auto& [thid, release] : releases.reads)
            if (release.id >= known.reads && !later(releases.others, release))
                add(release);
    if (!acq.seq)
        releases.note_acquire(acq);
}

void Arrows::note_start(const Event& event, std::uint64_t time) {
    predecessors_.add(event, {event.thid, event.id, time, event.bytes});
    predecessors_.forget_old_rounds(event);
}

std::uint32_t Arrows::number_of(std::string_view prim) {
    const auto known = numbers_.find(prim);
    if (known != numbers_.end())
        return known->second;
    const auto number = static_cast<std::uint32_t>(prims_.size());
    prims_.emplace_back(prim);
    numbers_.emplace(prim, number);
    return number;
}

} // namespace ilm
