// SPDX-License-Identifier: GPL-2.0-or-later
//
// Our events as records of a few numbers and a short text, which our Alog and Gist files contain
// (docs/own-logs.md). An event is one record. Parts that do not fit into it (usage and long texts)
// are in records of their own before it.
#ifndef ILMGEN_LOGS_EMITTED_RECORDS_H
#define ILMGEN_LOGS_EMITTED_RECORDS_H

#include "ilmgen/emitted/shown_time.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// Types of our records. The types up to `acq` are types of events: such a type is the number of
/// the Kind, plus 1.
enum class EmittedType : std::uint8_t {
    info = 1,
    alloc,
    free,
    newsync,
    delsync,
    fork,
    join,
    exit,
    rel,
    acq,
    // parts of the event that follows
    usage,
    text,
    prim,
    // the rest says nothing new about events
    thread, ///< sets the thread of this process's records, if it is not process + 1, and the number
            ///< of the thread's clock, if it is not that of the thread
    runs,   ///< for viewers: the thread works
    waits,
    rests, ///< ends `runs` and `waits`
};
constexpr EmittedType last_own_type = EmittedType::rests;

/// A word for the type, and what it means.
struct EmittedTypeName {
    const char* name;
    const char* meaning;
};
const EmittedTypeName& emitted_type_name(EmittedType type);

/// The numbers of a record, by their names in the files.
enum class EmittedValue : std::uint8_t {
    id,
    icnt,
    wait,
    object, ///< object, child, address of a block; thread: its id
    seq,    ///< usage: the block's alloc event; thread: its clock
    bytes,  ///< of a message or a block; newsync: which of those that wait for a reader/writer lock
            ///< go first
    read,
    written,
};
constexpr std::size_t emitted_values = 8;
constexpr std::array<const char*, emitted_values> emitted_value_names = {
    "id", "icnt", "wait", "obj", "seq", "bytes", "r", "w"};

/// Bits of EmittedRecord::flags.
enum EmittedFlags : std::uint8_t {
    emitted_has_seq = 1,
    emitted_has_time = 2,
    emitted_mode_rd = 4,
    emitted_mode_wr = 8,
};
constexpr std::uint8_t all_own_flags = 15;

/// The counters of a Gist: flags, the values, a prim of at most eight bytes.
constexpr std::size_t emitted_counters = emitted_values + 2;

/// A text or prim longer than this is divided into pieces. A prim of up to `longest_own_prim` bytes
/// without a NUL is in its event's record.
constexpr std::size_t longest_own_text = emitted_values * sizeof(std::uint64_t);
constexpr std::size_t longest_own_prim = sizeof(std::uint64_t);

struct EmittedRecord {
    EmittedType type = EmittedType::info;
    std::uint64_t process = 0;
    std::uint64_t clock = 0; ///< for viewers; with emitted_has_time the event's time
    std::uint8_t flags = 0;
    std::array<std::uint64_t, emitted_values> values{};
    std::string_view text; ///< a prim, or a piece of text

    std::uint64_t& operator[](EmittedValue value) {
        return values[static_cast<std::size_t>(value)];
    }
    std::uint64_t operator[](EmittedValue value) const {
        return values[static_cast<std::size_t>(value)];
    }
};

/// Turns events into records.
class EmittedRecords {
public:
    /// `timed`: as in ShownTime. `states`: whether clock and cost have the same units, so that
    /// records can say when a thread worked and waited.
    EmittedRecords(bool timed, bool states, ClockOf clock_of)
        : time_(timed), states_(states), clock_of_(std::move(clock_of)) {}

    /// The records of the next event, which stay valid until the next call. They point to data of
    /// the event.
    const std::vector<EmittedRecord>& records_of(const Event& event);

    /// The number of processes so far: they are numbered in the order in which their threads
    /// appear.
    std::uint64_t processes() const { return processes_.size(); }
    std::uint64_t process_of(ThreadId thid) const { return processes_.at(thid); }

private:
    EmittedRecord& add(EmittedType type);
    void begin_thread(const Event& event);
    void add_states(const Event& event);
    void add_pieces(EmittedType type, std::string_view text);
    void add_usage(const BlockUsage& usage);
    void add_event(const Event& event, bool prim_fits);

    ShownTime time_;
    bool states_;
    ClockOf clock_of_;
    std::unordered_map<ThreadId, std::uint64_t> processes_;
    std::uint64_t process_ = 0; ///< the number of the event's process
    std::uint64_t clock_ = 0;   ///< when it happens
    std::vector<EmittedRecord> records_;
};

} // namespace ilm

#endif
