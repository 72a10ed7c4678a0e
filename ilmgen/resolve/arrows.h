// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the events of other threads that each event directly follows by the rules of the trace
// format: pairs of a release and an acquire, of a fork and the child's first event, of an exit and
// its join. Exception: an acquire without `seq` follows all earlier releases of its object. To
// limit the number of pairs, a pair is left out if the acquire also follows the release through
// other pairs of the object.
#ifndef ILMGEN_RESOLVE_ARROWS_H
#define ILMGEN_RESOLVE_ARROWS_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"
#include "ilmgen/resolve/predecessors.h"

#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ilm {

/// The event at which an arrow begins.
struct ArrowStart {
    ThreadId thid = 0;
    EventId id = 0;
    std::uint64_t time = 0;
    std::uint64_t bytes = 0;
};

struct Arrow {
    Kind kind = Kind::rel; ///< of the event: rel, fork, exit
    ArrowStart start;
    ThreadId to = 0;
    EventId end_id = 0;
    std::uint64_t end = 0; ///< time
    Address object = 0;    ///< of a rel
    std::optional<std::uint64_t> seq;
    std::uint64_t bytes = 0;
    std::uint32_t prim = 0; ///< for Arrows::prim()

    bool forward() const { return start.time <= end; }
};

class Arrows {
public:
    /// `relaxed`: primitives whose acquires have no arrows.
    explicit Arrows(Prims relaxed = {}) : predecessors_(std::move(relaxed)) {}

    /// The arrows that end with the event, oldest start first; valid until the next call. `time` is
    /// the time that they get: the event's own, or another one.
    const std::vector<Arrow>& arrows_to(const Event& event, std::uint64_t time) {
        find_arrows(event, time);
        note_start(event, time);
        return arrows_;
    }

    /// The same in two steps, for a caller that determines the time between them.
    const std::vector<Arrow>& find_arrows(const Event& event, std::uint64_t time = no_time);
    void note_start(const Event& event, std::uint64_t time);

    /// The primitive that the acquire names, or else the one with which its object began; empty if
    /// neither is known.
    const std::string& prim(const Arrow& arrow) const { return prims_[arrow.prim]; }

    /// As SyncObjects::lost().
    std::uint64_t lost() const { return predecessors_.objects().lost(); }

private:
    /// The releases that a point of the run comes after: releases in mode `rd` with ids below
    /// `reads`, and all other releases with ids below `others`.
    struct ReleasesBefore {
        EventId reads = 0;
        EventId others = 0;
        void add(const ReleasesBefore& more) {
            reads = std::max(reads, more.reads);
            others = std::max(others, more.others);
        }
    };
    /// The latest releases of each thread.
    struct ObjectReleases {
        using ByThread = boost::container::small_flat_map<ThreadId, ArrowStart, 1>;
        struct Thread {
            /// The releases that the thread comes after, because of its acquires without `seq`.
            ReleasesBefore now;
            /// The same, at its latest release in mode `rd`, and at its latest other release.
            ReleasesBefore at_read;
            ReleasesBefore at_other;
        };
        ByThread reads;
        ByThread others;
        boost::container::flat_map<ThreadId, Thread> threads; ///< with an acquire without `seq`

        void publish(Mode mode, const ArrowStart& release);
        /// The releases that an acquire without `seq` also comes after for other reasons: earlier
        /// acquires of its own thread, or acquires of other threads before a release that it takes.
        ReleasesBefore known_to(const Event& acq) const;
        void note_acquire(const Event& acq);
    };

    void add_arrow(Kind kind, const std::optional<ArrowStart>& start, Arrow arrow);
    void add_arrows(ObjectReleases& releases, const Event& acq, Arrow end);
    std::uint32_t number_of(std::string_view prim);

    Predecessors<ObjectReleases, ArrowStart> predecessors_;
    std::vector<std::string> prims_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_; ///< of prims
    std::vector<Arrow> arrows_;
};

/// How many arrows of a log with clocks point backward, for --stats.
class ArrowCount : public EventSink {
public:
    void event(const Event& event) override {
        timed_ = timed_ || event.time != no_time;
        if (timed_)
            for (const Arrow& arrow : arrows_.arrows_to(event, event.time))
                count(arrow);
    }

    void add_to(LogFigures& figures) const {
        if (!timed_)
            return;
        figures.counts.emplace_back("arrows", all_);
        figures.counts.emplace_back("arrows_backward", backward_);
    }

private:
    void count(const Arrow& arrow) {
        if (arrow.start.time == no_time || arrow.end == no_time)
            return;
        ++all_;
        backward_ += arrow.forward() ? 0 : 1;
    }

    Arrows arrows_;
    bool timed_ = false; ///< some event has had a time
    std::uint64_t all_ = 0;
    std::uint64_t backward_ = 0;
};

} // namespace ilm

#endif
