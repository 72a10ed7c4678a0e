// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data that flows through ilmgen; read this first.
//
//   bytes --from/--> Event --dag/--> Step -> DagBlock --emit/--> JSON or DOT
//                      |
//                      +--emit/--> the same events in another format
//
// An Event is one entry of the raw trace, or of another system's log.  The reader owns the only one
// there is and refills it.  A Step is one event of the ILM: a sync event with everything its thread
// did since its previous sync event (its interval).  A DagBlock (dag_block.h) owns a run of
// consecutive Steps and the order among them; it is dropped as soon as it is written.  Only two
// kinds of things outlive a DAG block: what is alive in the program (threads, heap blocks,
// synchronisation objects) and the few releases, forks and exits that a later
// event may be ordered after.
//
// "Block" alone is a heap block; the other kind is always a DAG block.
#ifndef ILMGEN_MODEL_H
#define ILMGEN_MODEL_H

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ilm {

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

/// A heap block.  Addresses are used again, so `alloc` tells instances apart: the id of the
/// block's alloc event, 0 for a block whose allocation the trace does not show.
struct MemBlock {
    Address addr = 0;
    std::uint64_t size = 0; ///< bytes
    EventId alloc = 0;
};

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

/// The time of an event whose log has no clock.
constexpr std::uint64_t no_time = ~std::uint64_t{0};

/// One entry of the raw trace, or of another system's log.  Members that its kind does not have
/// keep their defaults.  What `prim`, `text` and `usage` point to is its owner's.
struct Event {
    Kind kind = Kind::info;
    ThreadId thid = 0;
    EventId id = 0;
    std::uint64_t icnt = 0; ///< work of this thread since its previous event: instructions, or what
                            ///< else the log counts
    std::uint64_t byte = 0; ///< where the event begins in the file

    BlockUsage block;                  ///< alloc (addr, size), free
    Address object = 0;                ///< newsync, delsync, rel, acq: the synchronisation object
    ThreadId other = 0;                ///< fork, join: the child
    std::string_view prim;             ///< newsync, delsync, rel, acq; empty if not said
    Mode mode = Mode::none;            ///< rel, acq
    std::optional<std::uint64_t> seq;  ///< rel, acq
    std::uint64_t wait = 0;            ///< acq, join: spent waiting, not in icnt; in its units
    std::uint64_t bytes = 0;           ///< rel, acq: of the message; 0 if it is none
    std::uint64_t time = no_time;      ///< by the log's clock, in its ticks
    std::string_view text;             ///< info
    std::span<const BlockUsage> usage; ///< sync
};

/// A step of an earlier DAG block.
struct StepRef {
    std::uint64_t block = 0; ///< index of the DAG block
    ThreadId thid = 0;
    EventId id = 0;
};

/// One event of the ILM.  The counters cover its interval: from the thread's previous step
/// (exclusive) to this one.  Its heap blocks are in the DAG block's HeapLists.  A machine's memory
/// is full before 32 bits are.
struct Step {
    ThreadId thid = 0;
    EventId id = 0;
    std::uint64_t byte = 0; ///< where the event begins in the trace file

    std::uint64_t icnt = 0; ///< instructions
    std::int64_t hbal = 0;  ///< bytes allocated minus bytes freed
    std::uint64_t hmax = 0; ///< highest balance reached, from 0 at the previous step

    std::uint64_t first_born = 0; ///< index into HeapLists::born
    std::uint64_t first_used = 0; ///< index into HeapLists::used: those that died, then the others
    std::uint32_t born = 0;       ///< how many
    std::uint32_t died = 0;
    std::uint32_t used = 0;

    Kind kind = Kind::rel;
    bool ordered = false; ///< some step of another thread is its direct predecessor
    bool awaited = false; ///< a step of a later DAG block may be ordered after it
};

/// The heap blocks of many steps.  Those of one step stand together, by address, then instance.
struct HeapLists {
    std::vector<MemBlock> born;   ///< allocated by the step's thread and not freed by it
    std::vector<BlockUsage> used; ///< freed by it and not born in the step's interval; traffic on
                                  ///< others, one entry an instance

    std::span<const MemBlock> born_in(const Step& step) const {
        return std::span(born).subspan(step.first_born, step.born);
    }
    std::span<const BlockUsage> died_in(const Step& step) const {
        return std::span(used).subspan(step.first_used, step.died);
    }
    std::span<const BlockUsage> used_in(const Step& step) const {
        return std::span(used).subspan(step.first_used + step.died, step.used);
    }
};

} // namespace ilm

#endif
