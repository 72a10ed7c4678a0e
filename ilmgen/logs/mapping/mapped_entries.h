// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns the entries that have a rule in a map into events.
#ifndef ILMGEN_LOGS_MAPPING_MAPPED_ENTRIES_H
#define ILMGEN_LOGS_MAPPING_MAPPED_ENTRIES_H

#include "ilmgen/logs/entries/entry_events.h"
#include "ilmgen/logs/mapping/call_decoder.h"
#include "ilmgen/logs/mapping/map_file.h"
#include "ilmgen/logs/messages/completed.h"
#include "ilmgen/logs/messages/posted.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace ilm {

/// The parts of a log that rules work with.
struct MappedLog {
    EventTypes& types;
    const LogFields& fields;
    EntryEvents& events;
    Address& last_object; ///< the highest number that an object has got so far
    CompletedMessages& completed;
};

/// Arrivals at a barrier and departures from it.
class Barrier {
public:
    /// The round of this arrival: the first round that lacks participants and comes after the round
    /// of the thread's last arrival. If exactly so many threads use the barrier, each thread's k-th
    /// arrival is in round k.
    std::uint64_t arrive(ThreadId thread, std::uint64_t participants);
    /// The round of the thread's last arrival; empty if there was none.
    std::optional<std::uint64_t> depart(ThreadId thread) const;
    std::uint64_t participants() const { return participants_; }

private:
    std::unordered_map<ThreadId, std::uint64_t> last_; ///< round of the thread's last arrival
    std::map<std::uint64_t, std::uint64_t> open_;      ///< arrivals in rounds that lack some
    std::uint64_t begun_ = 0;                          ///< rounds
    std::uint64_t participants_ = 0;                   ///< as the last arrival said
};

class MappedEntries {
public:
    /// Throws Error if something is wrong with the map.
    MappedEntries(const std::string& path, const MappedLog& log);

    /// To be called when the types are known, before the functions below. To be called again if the
    /// log turns out to describe more types; this forgets the results of look_ahead(). `processes`:
    /// how many there are, if the log says it. Throws Error if a rule is for a type that the log
    /// does not describe.
    void bind(std::optional<std::uint64_t> processes);

    /// Whether the log's entries must be shown to look_ahead() before apply().
    bool looks_ahead() const;
    void look_ahead(const LogEntry& entry);
    void end_of_look_ahead() { fates_->finish(); }

    /// Applies the rules to the entry that was begun. Returns false if the entry is an info. Throws
    /// BrokenSource if the entry lacks a value that its rule needs.
    bool apply(const LogEntry& entry);

    /// The figures about messages go to `messages`.
    void add_to(LogFigures& figures, MessageFigures& messages) const;

private:
    bool apply(const EntryFields& fields);
    bool use_object(const EntryFields& fields);
    bool use_barrier(const EntryFields& fields);
    bool use_child(const EntryFields& fields);
    bool use_heap(const EntryFields& fields);
    bool use_message(const EntryFields& fields);
    bool use_call(const EntryFields& fields);
    /// Always returns true.
    bool happens(Event&& event, std::uint64_t parties = 1);
    Address object(const EntryFields& fields);

    MapFile map_;
    MappedLog log_;
    std::optional<std::uint64_t> processes_; ///< how many there are, if the log says it
    CallDecoder decoder_;
    EntryWords words_;                  ///< of the entry that is looked at
    std::optional<MessageFates> fates_; ///< always set
    PostedMessages posted_;
    /// The broken entry that look_ahead() has found, and its place.
    std::optional<std::pair<std::uint64_t, BrokenSource>> broken_;
    std::unordered_map<std::string, Address> objects_; ///< by primitive and name
    std::string name_;                                 ///< the key that is looked up in objects_
    std::unordered_map<Address, Barrier> barriers_;    ///< by object
    std::unordered_map<Address, std::uint64_t> sizes_; ///< of blocks that live
    std::uint64_t nameless_ = 0;  ///< acquires and releases of an object that has no name
    std::uint64_t unarrived_ = 0; ///< departures of threads that never arrived
};

} // namespace ilm

#endif
