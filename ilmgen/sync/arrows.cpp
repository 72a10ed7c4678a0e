// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/sync/arrows.h"

#include <algorithm>

namespace ilm {

namespace {

/// Sync events between two searches for rounds that are too old to be remembered; as many as in the
/// default DAG block.
constexpr std::uint64_t trimmed_every = 4096;

} // namespace

const std::vector<Arrow>& Arrows::find_arrows(const Event& event, std::uint64_t time) {
    arrows_.clear();
    Arrow end;
    end.to = event.thid;
    end.end_id = event.id;
    end.end = time;
    take(forks_, event.thid, Kind::fork, end);
    if (event.kind == Kind::join)
        take(exits_, event.other, Kind::exit, end);
    else if (event.kind == Kind::acq)
        acquire(event, end);
    std::sort(arrows_.begin(), arrows_.end(),
              [](const Arrow& a, const Arrow& b) { return a.start.id < b.start.id; });
    return arrows_;
}

void Arrows::take(Starts& starts, ThreadId child, Kind kind, const Arrow& end) {
    const auto found = starts.find(child);
    if (found == starts.end())
        return;
    Arrow& arrow = arrows_.emplace_back(end);
    arrow.kind = kind;
    arrow.start = found->second;
    arrow.prim = number_of("");
    starts.erase(found);
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

void Arrows::acquire(const Event& event, Arrow end) {
    ObjectReleases* const releases = objects_.acquire(event);
    if (releases == nullptr)
        return;
    const ReleasesBefore known = event.seq ? ReleasesBefore() : releases->known_to(event);
    end.object = event.object;
    end.seq = event.seq;
    end.prim = prim_of(event);
    const auto add = [&](const ArrowStart& release) {
        if (release.thid == event.thid)
            return;
        Arrow& arrow = arrows_.emplace_back(end);
        arrow.start = release;
        arrow.bytes = event.bytes != 0 ? event.bytes : release.bytes;
    };
    const bool reads_too = event.mode != Mode::rd;
    const auto later = [](const ObjectReleases::ByThread& by_thread, const ArrowStart& release) {
        const auto other = by_thread.find(release.thid);
        return other != by_thread.end() && other->second.id > release.id;
    };
    for (const auto& [thid, release] : releases->others)
        if (release.id >= known.others && (!reads_too || !later(releases->reads, release)))
            add(release);
    if (reads_too)
        for (const auto& [thid, release] : releases->reads)
            if (release.id >= known.reads && !later(releases->others, release))
                add(release);
    if (!event.seq)
        releases->note_acquire(event);
}

void Arrows::note_start(const Event& event, std::uint64_t time) {
    const ArrowStart start{event.thid, event.id, time, event.bytes};
    switch (event.kind) {
    case Kind::newsync:
        objects_.begin(event);
        begun_as_[event.object] = number_of(event.prim);
        break;
    case Kind::delsync: objects_.end(event); break;
    case Kind::fork: forks_.insert_or_assign(event.other, start); break;
    case Kind::exit: exits_.insert_or_assign(event.thid, start); break;
    case Kind::rel: objects_.release(event, start); break;
    default: break;
    }
    if (is_sync(event.kind) && ++untrimmed_ == trimmed_every) {
        untrimmed_ = 0;
        objects_.trim([](const ObjectReleases&) { return false; }, [](const ObjectReleases&) {});
    }
}

std::uint32_t Arrows::prim_of(const Event& acq) {
    const auto begun = begun_as_.find(acq.object);
    return acq.prim.empty() && begun != begun_as_.end() ? begun->second : number_of(acq.prim);
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
