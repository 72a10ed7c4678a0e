// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps what releases of synchronisation objects have published and acquires
// can still take.  This is the one place that knows which releases an acquire
// is ordered after.  The user chooses what a release publishes
// (predecessors.h).
#ifndef ILMGEN_RESOLVE_SYNC_OBJECTS_H
#define ILMGEN_RESOLVE_SYNC_OBJECTS_H

#include "ilmgen/model/event.h"
#include "ilmgen/model/prims.h"
#include "ilmgen/storage/large_arrays.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ilm {

/// Names of primitives whose acquires are to be ordered after nothing.
using Prims = std::set<std::string, std::less<>>;

/// How many of an object's highest rounds are remembered across DAG blocks. A lock needs few,
/// because its next holder takes the newest. A barrier needs some, because late sleepers leave it a
/// few rounds behind. Messages need many, because they may wait for long.
constexpr std::size_t remembered_rounds(std::string_view prim) {
    if (is_lock(prim))
        return 64;
    if (prim == TRACE_PRIM_BARRIER)
        return 256;
    return 65536;
}
/// How many taken tokens of a semaphore are remembered. Few suffice, because a token is taken only
/// once.
constexpr std::size_t remembered_tokens = 256;

/// `Published` adds up what several releases publish.  It is default-constructible and has
/// publish(Mode, item).
///
/// An acquire without `seq` looks at all earlier releases of its address, whatever their `seq` and
/// the object's lifetime.  An acquire with `seq` looks at the round of that number in the lifetime
/// that began with the latest newsync.  Example: after releases with `seq` 4 and 5, an acquire with
/// `seq` 5 takes only the second, and one without `seq` takes both.  A delsync ends no lifetime,
/// because a thread that wakes up late may record its acquire after another thread has destroyed
/// the object.
template <class Published>
class SyncObjects {
public:
    explicit SyncObjects(Prims relaxed) : relaxed_(std::move(relaxed)) {}

    void begin(const Event& newsync) {
        Object& object = touch(newsync.object);
        weight_ -= object.rounds.size();
        object.forget_rounds();
        object.alive = true;
        object.prim = newsync.prim;
    }

    void end(const Event& delsync) {
        Object& object = touch(delsync.object);
        object.alive = false;
    }

    template <class Item>
    void release(const Event& rel, const Item& item) {
        Object& object = touch(rel.object);
        object.ever.publish(rel.mode, item);
        if (!rel.seq || *rel.seq == 0)
            return;
        const auto [round, is_new] = round_of(object, *rel.seq);
        if (is_new) {
            const std::string_view prim = rel.prim.empty() ? object.prim : rel.prim;
            object.rounds_kept = remembered_rounds(prim);
            object.tokens = prim == TRACE_PRIM_SEM;
            ++object.changes;
            ++weight_;
        }
        if (!std::exchange(round->second.is_recent, true))
            object.recent.push_back(*rel.seq);
        round->second.published.publish(rel.mode, item);
    }

    /// The primitive that the acquire names, or else the one with which its object began; empty if
    /// neither is known.
    std::string_view prim_of(const Event& acq) const {
        const auto found = objects_.find(acq.object);
        return found == objects_.end() ? acq.prim : prim_of(acq, found->second);
    }

    /// Returns what this acquire takes, or null if it takes nothing.  Releases of the acquiring
    /// thread are included.
    Published* acquire(const Event& acq) {
        const auto found = objects_.find(acq.object);
        if (found == objects_.end() || relaxed(acq, found->second))
            return nullptr;
        Object& object = found->second;
        if (!acq.seq)
            return &object.ever;
        if (*acq.seq == 0)
            return nullptr;
        const auto round = find_round(object, *acq.seq);
        if (round == object.rounds.end()) {
            lost_ += *acq.seq <= object.forgotten ? 1 : 0;
            return nullptr;
        }
        if (object.tokens) {
            touch(acq.object);
            object.taken.push_back(*acq.seq);
            ++object.changes;
        }
        return &round->second.published;
    }

    /// Forgets all that was published, if the order does not cross DAG blocks.
    void forget_releases() {
        for (const Address addr : touched_) {
            const auto found = objects_.find(addr);
            Object& object = found->second;
            if (!named(object)) {
                objects_.erase(found);
                continue;
            }
            object.forget_rounds();
            object.ever = {};
            object.touched = false;
        }
        touched_.clear();
        weight_ = 0;
    }

    /// Calls settle(Published&) on everything that may be of use to later DAG blocks. settle()
    /// removes releases that are of no more use, and returns whether nothing is left. For
    /// everything that was published since the last call and is still left, calls keep(const
    /// Published&). The cost stays in proportion to the number of events. The reason: objects that
    /// were not used since the last call, and older rounds of all objects, are visited only when
    /// the table has doubled.
    template <class Settle, class Keep>
    void trim(Settle settle, Keep keep) {
        if (weight_ + objects_.size() > 2 * settled_weight_ + 1024) {
            touched_.clear();
            for (auto object = objects_.begin(); object != objects_.end();) {
                settle_rounds(object->second, settle);
                object = trim(object, settle, keep) ? objects_.erase(object) : std::next(object);
            }
            settled_weight_ = weight_ + objects_.size();
            return;
        }
        for (const Address addr : touched_)
            if (const auto object = objects_.find(addr); trim(object, settle, keep))
                objects_.erase(object);
        touched_.clear();
    }

    /// Whether there are enough rounds for tidy() to pay off.
    bool untidy() const { return weight_ > 2 * tidied_weight_ + objects_.size() + 4096; }

    /// Removes rounds, as trim() does, in the middle of a DAG block. No round is forgotten for its
    /// age here.
    template <class Settle>
    void tidy(Settle settle) {
        for (auto& [addr, object] : objects_)
            settle_rounds(object, settle);
        tidied_weight_ = weight_;
    }

    /// The number of acquires that may lack an order because the round they name was forgotten for
    /// its age. All of these are counted. Hardly any other acquires are counted, because seqs
    /// usually increase.
    std::uint64_t lost() const { return lost_; }

private:
    struct Round {
        Published published{};
        bool is_recent = false; ///< its seq is in the object's `recent`
    };
    using Rounds = std::map<std::uint64_t, Round>; ///< by seq

    struct Object {
        std::string prim;            ///< of the newest newsync; empty if there was none
        bool alive = false;          ///< between newsync and delsync
        bool tokens = false;         ///< its rounds are a semaphore's tokens
        std::size_t rounds_kept = 0; ///< across DAG blocks
        bool touched = false;        ///< is in touched_
        std::uint64_t forgotten = 0; ///< highest seq in this lifetime that was forgotten for its
                                     ///< age although it may still be of use; 0: none
        Published ever{};            ///< by all releases
        Rounds rounds;               ///< of this lifetime
        /// Seqs of rounds that got a release since the last trim.
        std::vector<std::uint64_t> recent;
        std::vector<std::uint64_t> taken; ///< semaphore: seqs taken, oldest first
        std::size_t settled = 0; ///< rounds that were left when all rounds were last visited
        std::size_t changes = 0; ///< new rounds and taken tokens since then

        void forget_rounds() {
            rounds.clear();
            recent.clear();
            taken.clear();
            forgotten = 0;
            settled = changes = 0;
        }
    };
    using Objects = LargeMap<Address, Object>;

    Object& touch(Address addr) {
        Object& object = objects_[addr];
        if (!object.touched) {
            object.touched = true;
            touched_.push_back(addr);
        }
        return object;
    }

    /// The round with this number if it is the newest round, as in most cases; else the end.
    static auto newest_round(Object& object, std::uint64_t seq) {
        if (!object.rounds.empty())
            if (const auto newest = std::prev(object.rounds.end()); newest->first == seq)
                return newest;
        return object.rounds.end();
    }

    static auto find_round(Object& object, std::uint64_t seq) {
        const auto newest = newest_round(object, seq);
        return newest != object.rounds.end() ? newest : object.rounds.find(seq);
    }

    /// Finds the round with this number or makes it. It is fast for the usual case, in which a new
    /// round has the highest number.
    static auto round_of(Object& object, std::uint64_t seq) {
        if (const auto newest = newest_round(object, seq); newest != object.rounds.end())
            return std::pair(newest, false);
        const auto size = object.rounds.size();
        const auto round = object.rounds.try_emplace(object.rounds.end(), seq);
        return std::pair(round, object.rounds.size() > size);
    }

    /// Whether the object's primitive is still needed: for a relaxed primitive, until the address
    /// begins anew.
    bool named(const Object& object) const {
        return object.alive || relaxed_.contains(object.prim);
    }

    static std::string_view prim_of(const Event& acq, const Object& object) {
        return acq.prim.empty() ? object.prim : acq.prim;
    }

    bool relaxed(const Event& acq, const Object& object) const {
        return !relaxed_.empty() && relaxed_.contains(prim_of(acq, object));
    }

    template <class Settle, class Keep>
    bool trim(typename Objects::iterator at, Settle settle, Keep keep) {
        Object& object = at->second;
        object.touched = false;
        forget_oldest(object, settle);
        if (object.changes > object.settled)
            settle_rounds(object, settle);
        trim_recent(object, settle, keep);
        const bool empty = settle(object.ever);
        if (empty) { // then so is every round, also one that was forgotten
            weight_ -= object.rounds.size();
            object.forget_rounds();
        } else {
            keep(object.ever);
        }
        return empty && !named(object);
    }

    template <class Settle, class Keep>
    void trim_recent(Object& object, Settle settle, Keep keep) {
        for (const std::uint64_t seq : object.recent) {
            const auto round = object.rounds.find(seq);
            if (round == object.rounds.end())
                continue;
            round->second.is_recent = false;
            if (settle(round->second.published))
                erase(object, round);
            else
                keep(round->second.published);
        }
        object.recent.clear();
    }

    template <class Settle>
    void settle_rounds(Object& object, Settle settle) {
        for (auto round = object.rounds.begin(); round != object.rounds.end();)
            round = settle(round->second.published) ? erase(object, round) : std::next(round);
        object.settled = object.rounds.size();
        object.changes = 0;
    }

    /// Numbers of rounds increase, so the lowest are the oldest.
    template <class Settle>
    void forget_oldest(Object& object, Settle settle) {
        const auto forget = [&](auto round) {
            if (!settle(round->second.published))
                object.forgotten = std::max(object.forgotten, round->first);
            erase(object, round);
        };
        if (object.taken.size() > remembered_tokens) {
            const auto end = object.taken.end() - std::ptrdiff_t{remembered_tokens};
            for (auto seq = object.taken.begin(); seq != end; ++seq)
                if (const auto round = object.rounds.find(*seq); round != object.rounds.end())
                    forget(round);
            object.taken.erase(object.taken.begin(), end);
        }
        while (object.rounds.size() > object.rounds_kept)
            forget(object.rounds.begin());
    }

    auto erase(Object& object, typename Rounds::iterator round) {
        --weight_;
        return object.rounds.erase(round);
    }

    Prims relaxed_;
    Objects objects_;
    std::vector<Address> touched_;   ///< objects used since the last trim, each once
    std::size_t weight_ = 0;         ///< rounds of all objects
    std::size_t settled_weight_ = 0; ///< rounds and objects after the last visit of all
    std::size_t tidied_weight_ = 0;  ///< rounds that the last tidy() left
    std::uint64_t lost_ = 0;
};

} // namespace ilm

#endif
