// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data that flows through ilmgen; read this first.
//
//   bytes --from/--> Event --resolve/--> resolved Event
//
//   resolved Event --dag/--> Step -> DagBlock --emit/ilm/--> JSON or DOT
//   resolved Event --emit/events/--> the same event in another format
//   resolved Event --run/--> Run --analysis/--> Report --emit/report/--> text or JSON
//
// An Event is one entry of the raw trace, or of another system's log.  There is only one Event
// object: the reader owns it and fills it again for each entry.  The resolver finds what the event
// refers to, such as a heap block.  A Step (dag/intervals/step.h) is one event of the ILM: a sync
// event with everything its thread did since its previous sync event (its interval).  A DagBlock
// (dag/order/dag_block.h) owns a series of consecutive Steps and the order among them; it is
// dropped as soon as it is written.  Only two kinds of data outlive a DAG block: data about what is
// alive in the program (threads, heap blocks, synchronisation objects), and the few releases, forks
// and exits that a later event may be ordered after.
//
// "Block" alone means a heap block; the other kind is always called a DAG block.
#ifndef ILMGEN_MODEL_EVENT_H
#define ILMGEN_MODEL_EVENT_H

#include "ilmgen/model/stacks.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ilm {

struct Fact; // facts/fact.h

using ThreadId = std::uint64_t;
/// Strictly increasing along the trace, so a comparison of ids is a comparison of trace positions.
using EventId = std::uint64_t;
using Address = std::uint64_t;

enum class Kind : std::uint8_t {
    info,
    // life
    alloc,
    free,
    newsync,
    delsync,
    // sync
    fork,
    join,
    exit,
    rel,
    acq,
};

constexpr bool is_sync(Kind kind) {
    return kind >= Kind::fork;
}

/// A heap block.  Addresses are reused, so `alloc` distinguishes blocks at the same address: it is
/// the id of the block's alloc event, or 0 if the trace does not show the allocation.
struct MemBlock {
    Address addr = 0;
    std::uint64_t size = 0; ///< bytes
    EventId alloc = 0;
};

/// The number of a heap block among those that are alive. When a block has ended, a later one may
/// get its number.
using LiveNumber = std::uint32_t;
constexpr LiveNumber not_alive = ~LiveNumber{0};

/// One thread's traffic on one heap block during an interval, in bytes.
struct BlockUsage {
    Address addr = 0;
    std::uint64_t size = 0;
    std::uint64_t read = 0;
    std::uint64_t written = 0;
    EventId alloc = 0; ///< as in MemBlock
};

/// How an operation holds a reader/writer lock.
enum class Mode : std::uint8_t { none, rd, wr };

/// The threads that go first when several wait for a reader/writer lock; the values are glibc's.
enum class RwlockKind : std::uint8_t {
    readers_first,       ///< readers pass waiting writers, and go first after a writer
    writer_after_writer, ///< readers pass waiting writers, but after a writer the next writer goes
    writers_first,       ///< no reader passes a waiting writer
};
/// A number that glibc does not use counts as 0.
constexpr RwlockKind rwlock_kind_of(std::uint64_t number) {
    constexpr auto last = static_cast<std::uint64_t>(RwlockKind::writers_first);
    return number <= last ? static_cast<RwlockKind>(number) : RwlockKind::readers_first;
}

/// The time of an event whose log has no clock.
constexpr std::uint64_t no_time = ~std::uint64_t{0};

/// One entry of the raw trace, or of another system's log.  Members that its kind does not have
/// keep their defaults.  The owner of an event owns what its members point to.
struct Event {
    Kind kind = Kind::info;
    ThreadId thid = 0;
    EventId id = 0;
    std::uint64_t icnt = 0; ///< work of this thread since its previous event: instructions, or what
                            ///< else the log counts
    std::uint64_t byte = 0; ///< where the event begins in the file

    BlockUsage block;      ///< alloc (addr, size), free; newsync (addr, alloc): the heap block that
                           ///< contains the object, if alloc is not 0
    Address object = 0;    ///< newsync, delsync, rel, acq: the synchronisation object
    ThreadId other = 0;    ///< fork, join: the child
    std::string_view prim; ///< newsync, delsync, rel, acq; empty if not said
    Mode mode = Mode::none;                             ///< rel, acq
    RwlockKind rwlock_kind = RwlockKind::readers_first; ///< newsync
    std::optional<std::uint64_t> seq;                   ///< rel, acq
    std::uint64_t wait = 0; ///< acq, join: time spent waiting; not in icnt, but in its unit
    std::uint64_t own = 0;  ///< exit: instructions of the tool's library in the thread, not in icnt
    std::uint64_t library = 0; ///< sync: the part of the work since the thread's previous sync
                               ///< event that a library which is counted apart (MPI) has executed;
                               ///< alloc: 1 if such a library has allocated the block
    std::uint64_t slept = 0;   ///< sync: ns that the thread has slept since its previous sync event
    std::uint64_t bytes = 0;   ///< rel, acq: size of the message; 0 if there is none
    std::uint64_t time = no_time;      ///< by the log's clock, in its ticks
    std::string_view text;             ///< info
    std::span<const BlockUsage> usage; ///< sync

    StackNumber at = 0;               ///< alloc, newsync, sync: the place; 0: not known
    std::string_view name;            ///< newsync: what the program calls the object; may be empty
    std::span<const WorkSample> work; ///< sync: samples of the work since the previous sync event
    const NewStacks* new_stacks = nullptr; ///< defined by this event; null: none

    // The resolver finds what the event refers to (resolve/resolver.h):
    const Fact* fact = nullptr;             ///< info: the fact in the text; null: not read yet
    LiveNumber live = not_alive;            ///< alloc, free: the block; newsync: the block that
                                            ///< contains the object
    std::span<const LiveNumber> live_usage; ///< the blocks of `usage`, in its order
};

/// Takes the events of a trace in order.  May throw Error.
class EventSink {
public:
    virtual ~EventSink() = default;
    /// The event, and the data that it points to, belong to the reader and change after the call.
    virtual void event(const Event& event) = 0;
};

} // namespace ilm

#endif
