// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts of the ILM: one step for each of its events, and the heap blocks that the steps
// allocate, free, read or write.
#ifndef ILMGEN_DAG_STEP_H
#define ILMGEN_DAG_STEP_H

#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ilm {

/// A step of an earlier DAG block.
struct StepRef {
    std::uint64_t block = 0; ///< index of the DAG block
    ThreadId thid = 0;
    EventId id = 0;
};

/// One event of the ILM. The counters cover its interval: from the thread's previous step
/// (exclusive) to this one. Its heap blocks are in the DAG block's HeapLists. The numbers of its
/// blocks have 32 bits, because a machine's memory is full before such a number overflows.
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

/// The heap blocks of many steps.  The blocks of one step stand together, by address, then
/// instance.
struct HeapLists {
    std::vector<MemBlock> born;   ///< allocated by the step's thread and not freed by it
    std::vector<BlockUsage> used; ///< freed by it and not born in the step's interval, or only
                                  ///< accessed by it; one entry for each instance

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

inline Place place_of(const Step& step) {
    return {step.byte, step.id};
}

} // namespace ilm

#endif
