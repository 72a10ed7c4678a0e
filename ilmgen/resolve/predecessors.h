// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds what an event comes directly after, by the rules of the trace format: its thread's fork,
// the exit that it joins, the releases that it takes. The user chooses what such an event leaves
// for later ones, an `Item`: a point in the order (order.h), a length (span.h), a clock (flow.h).
// `Published` adds up the items of releases (sync_objects.h). Example: thread 2 exits when its
// chain of work is 300 long, and leaves 300; the event that joins it gets 300.
#ifndef ILMGEN_RESOLVE_PREDECESSORS_H
#define ILMGEN_RESOLVE_PREDECESSORS_H

#include "ilmgen/resolve/sync_objects.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ilm {

template <class Published, class Item>
class Predecessors {
public:
    using Items = std::unordered_map<ThreadId, Item>;

    /// `relaxed`: primitives whose acquires come after nothing.
    explicit Predecessors(Prims relaxed) : objects_(std::move(relaxed)) {}

    /// The fork of the event's thread, once. All of the thread comes after it, also the work before
    /// the event.
    std::optional<Item> fork_of(const Event& event) { return take(forks_, event.thid); }

    /// The exit that a join comes after. The work before the join does not wait for it.
    std::optional<Item> exit_of(const Event& event) {
        return event.kind == Kind::join ? take(exits_, event.other) : std::nullopt;
    }

    /// The releases that an acquire comes after; null: there are none. The work before the acquire
    /// does not wait for them.
    Published* releases_of(const Event& event) {
        return event.kind == Kind::acq ? objects_.acquire(event) : nullptr;
    }

    /// Whether later events may come after an event of this kind.
    static bool leaves_something(Kind kind) {
        return kind == Kind::fork || kind == Kind::exit || kind == Kind::rel;
    }

    /// To be called after the functions above. The item counts only if leaves_something().
    void add(const Event& event, const Item& item) {
        switch (event.kind) {
        case Kind::fork: forks_.insert_or_assign(event.other, item); break;
        case Kind::exit: exits_.insert_or_assign(event.thid, item); break;
        case Kind::rel: objects_.release(event, item); break;
        default: life(event); break;
        }
    }
    /// Does what add() does, for an event that is no sync event.
    void life(const Event& event) {
        if (event.kind == Kind::newsync)
            objects_.begin(event);
        else if (event.kind == Kind::delsync)
            objects_.end(event);
    }

    /// Forgets, now and then, rounds that are too old to be remembered, and only these. To be
    /// called after each event.
    void forget_old_rounds(const Event& event) {
        constexpr std::uint64_t sync_events_between = 4096; // as in the default DAG block
        if (!is_sync(event.kind) || ++untrimmed_ < sync_events_between)
            return;
        untrimmed_ = 0;
        objects_.trim([](const Published&) { return false; }, [](const Published&) {});
    }

    /// Forgets everything, if the order does not cross DAG blocks.
    void forget() {
        forks_.clear();
        exits_.clear();
        objects_.forget_releases();
    }

    SyncObjects<Published>& objects() { return objects_; }
    const SyncObjects<Published>& objects() const { return objects_; }
    /// Forks and exits that no event has asked for yet, by child.
    const Items& forks() const { return forks_; }
    const Items& exits() const { return exits_; }

private:
    static std::optional<Item> take(Items& items, ThreadId child) {
        const auto found = items.find(child);
        if (found == items.end())
            return std::nullopt;
        std::optional<Item> item(std::move(found->second));
        items.erase(found);
        return item;
    }

    SyncObjects<Published> objects_;
    Items forks_;
    Items exits_;
    std::uint64_t untrimmed_ = 0; ///< sync events
};

} // namespace ilm

#endif
