// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns the entries of an Alog or Gist log into events, with their threads, cost and waiting. The
// caller passes an entry on and says what the entry does. An entry that does nothing becomes an
// info.
#ifndef ILMGEN_LOGS_ENTRIES_ENTRY_EVENTS_H
#define ILMGEN_LOGS_ENTRIES_ENTRY_EVENTS_H

#include "ilmgen/logs/entries/event_types.h"
#include "ilmgen/logs/entries/log_entry.h"
#include "ilmgen/logs/order/causal_order.h"
#include "ilmgen/logs/text/text_scanner.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/log_facts.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tsl/robin_map.h>
#include <vector>

namespace ilm {

/// When a state lasts.
enum class StateRule : std::uint8_t {
    nested,  ///< from its first event to the last one that belongs to it, whatever is between
    adjacent ///< if its last event immediately follows its first
};

class EntryEvents {
public:
    EntryEvents(EventSink& sink, EventTypes& types, StateRule rule, const LogFields& fields)
        : order_(sink), types_(types), rule_(rule), fields_(fields) {}

    /// Begins the next entry of its thread.  The caller then says what the entry does: it calls
    /// do_nothing(), or happens() any number of times.
    void begin(const LogEntry& entry);

    /// The entry does this. The event contains the members that say what happens; this function
    /// fills in the others.
    void happens(Event&& event, std::uint64_t parties = 1);
    /// The entry becomes an info with its text.
    void do_nothing();

    void finish() { order_.finish(); }

    /// The number of a thread, which may have no entry yet.
    ThreadId thread_of(std::uint64_t process, std::int64_t task);
    /// The process of a thread that has a number.
    std::uint64_t process_of(ThreadId thid) const;
    /// The number of entries that were begun.
    std::uint64_t entries() const { return entries_; }
    /// `expected`: how many acquires are known to have nothing to wait for in the log.
    void add_to(LogFigures& figures, std::uint64_t expected) const;

private:
    struct Thread {
        ThreadId id = 0;
        bool begun = false;
        std::uint64_t time = 0; ///< of its last entry; so is the cost
        std::uint64_t cost = 0;
        std::int64_t type = 0;
        std::uint64_t depth = 0; ///< states that are not work and have begun
        std::uint64_t wait = 0;  ///< since its last sync event
    };

    Thread& thread(std::uint64_t process, std::int64_t task);
    void name_thread();
    bool was_waiting(Thread& thread);
    template <class Number>
    void append(std::string_view before, Number number);
    std::string_view text();

    CausalOrder order_;
    EventTypes& types_;
    StateRule rule_;
    const LogFields& fields_;
    std::deque<Thread> of_processes_;                                ///< those of task 0
    tsl::robin_map<std::uint64_t, Thread*> processes_;               ///< these, by process
    std::map<std::pair<std::uint64_t, std::int64_t>, Thread> tasks_; ///< of other tasks
    std::vector<std::uint64_t> task_processes_;                      ///< of their threads
    const LogEntry* entry_ = nullptr;                                ///< the one that was begun
    const EventType* type_ = nullptr;                                ///< its
    Thread* thread_ = nullptr;                                       ///< its
    std::uint64_t work_ = 0;                                         ///< before it
    std::string text_;
    Event info_; ///< one that does nothing
    std::uint64_t entries_ = 0;
    bool ordered_ = false;       ///< some event may concern another thread's event
    std::uint64_t backward_ = 0; ///< entries that are earlier than their thread's entry before
    /// Entries whose cost is less than that of their thread's entry before.
    std::uint64_t cheaper_ = 0;
    bool cost_is_time_ = true; ///< for all entries so far, so both numbers above mean the same
};

/// Calls take(piece) on all pieces of a log. The pieces end with the byte `end`. If take() throws a
/// BrokenSource, because a piece is bad, returns what is wrong. The pieces before have then become
/// events.
template <class Take>
std::optional<Damage> read_events(EntryEvents& events, TextScanner& text, char end, Take take) {
    std::optional<Damage> damage;
    try {
        try {
            bool is_empty = true;
            for (std::string_view piece; text.next(end, piece); is_empty = false)
                take(piece);
            if (is_empty)
                throw BrokenSource("the file is empty");
        } catch (const BrokenSource& broken) {
            const Place here{text.byte(), events.entries(), true};
            damage = Damage{Error(here, broken.what()), text.byte()};
        }
        events.finish();
    } catch (const Error& error) {
        if (!error.place())
            throw;
        if (!damage)
            damage = Damage{error, error.place()->byte};
    }
    return damage;
}

} // namespace ilm

#endif
