// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns dispatches of tasks into events. A dispatch is not one event, because other dispatches run
// at the same time. A dispatch has read its items when it ends, so the acquire is put at the end.
// It cannot have written its items before it begins, so the release is put at the beginning. If a
// message tells the time of an item, the event is put at that time.
#ifndef ILMGEN_LOGS_LPEL_EVENTS_H
#define ILMGEN_LOGS_LPEL_EVENTS_H

#include "ilmgen/logs/lpel/log.h"
#include "ilmgen/logs/lpel/streams.h"
#include "ilmgen/logs/order/causal_order.h"

#include <boost/icl/interval_set.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm::lpel {

/// The thread that executes a dispatch. Threads are either the tasks or the workers.
struct Actor {
    ThreadId thid = 0;
    std::string name;      ///< of the thread, if it is new
    std::string task = {}; ///< the task that is executed, if threads are workers
};

/// Facts about an entry that the entry does not state itself.
struct Surroundings {
    std::uint64_t node = 0;
    std::uint64_t byte = 0;   ///< where the entry begins in its file
    std::uint64_t waited = 0; ///< ns that the thread has waited since its last dispatch
    bool ends_thread = false;
};

class Events {
public:
    explicit Events(EventSink& sink) : order_(sink) {}

    /// Takes the next dispatch of its thread, and changes the content of `entry`.
    void dispatch(LogEntry& entry, const Actor& actor, const Surroundings& around);

    /// The thread ends after all its dispatches. `around` says how long it has waited since the
    /// last one.
    void stop(const Actor& actor, std::uint64_t time, const Surroundings& around);

    bool begun(ThreadId thid) const { return boost::icl::contains(begun_, thid); }

    /// After the last dispatch.
    void finish();

    const Streams& streams() const { return streams_; }
    std::uint64_t unmatched() const { return order_.unmatched(); } ///< as CausalOrder's

private:
    /// `place`: it happens after this number of messages of its dispatch, or at the end of the
    /// dispatch if there are fewer messages.
    struct Write {
        std::size_t place;
        Address stream;
        std::uint64_t seq;
    };
    struct Read {
        std::size_t place;
        Stream* stream;
        Items items;
    };
    struct Dispatch {
        LogEntry entry;
        Actor actor;
        Surroundings around;
        std::uint64_t number = 0; ///< in the order in which they come
        std::vector<Write> writes;
        std::vector<Read> reads;
    };

    void place_writes(Dispatch& dispatch);
    void place_reads(Dispatch& dispatch);
    void write(Dispatch& dispatch, std::size_t place, const StreamUse& use, std::uint64_t items);
    void read(Dispatch& dispatch, std::size_t place, const StreamUse& use, std::uint64_t items);
    static bool ready(const Dispatch& dispatch);
    void wake();

    void emit(const Dispatch& dispatch);
    void emit_place(const Dispatch& dispatch, std::size_t place);
    void emit_stream(const Dispatch& dispatch, Kind kind, Address stream, std::uint64_t seq);
    void emit_message(const Dispatch& dispatch, const Message& message);
    void emit_end(const Dispatch& dispatch);
    void begin(const Actor& actor, const Event& first);
    Event event_of(const Dispatch& dispatch, Kind kind);
    void pass_on(Event& event);
    void describe(const Dispatch& dispatch);

    CausalOrder order_;
    Streams streams_;
    boost::icl::interval_set<ThreadId> begun_;
    std::unordered_map<ThreadId, std::deque<Dispatch>> held_; ///< none is empty
    std::unordered_map<ThreadId, std::uint64_t> waited_;      ///< ns that are in no event yet
    std::uint64_t dispatches_ = 0;
    struct Stop {
        Actor actor;
        Event event;
    };
    std::vector<Stop> stops_;

    // The members from here on belong to the dispatch that is being looked at.
    Dispatch now_;
    std::vector<std::size_t> places_; ///< of its messages of one direction
    std::uint64_t offset_ = 0;        ///< ns from its beginning
    std::uint64_t told_ = 0;          ///< how many of these ns were given to events
    std::size_t next_write_ = 0;      ///< index of the write that becomes the next event
    std::size_t next_read_ = 0;
    std::vector<std::uint64_t> releases_; ///< that some items need
    std::string text_;
};

} // namespace ilm::lpel

#endif
