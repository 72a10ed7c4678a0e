// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/running_process.h"

#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <limits>

namespace ilm {

std::uint64_t ProgramThreads::happens(const Event& event) {
    std::uint64_t& clock = clocks_[event.thid];
    if (__builtin_add_overflow(clock, event.icnt, &clock))
        clock = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t now = clock; // the reference may end below
    if (event.kind == Kind::exit) {
        alive_.erase(event.thid);
        if (joined_early_.erase(event.thid) == 0)
            unjoined_.insert(event.thid);
        return now;
    }
    alive_.insert(event.thid);
    if (event.kind == Kind::fork) {
        alive_.insert(event.other);
        wait_until(event.other, now);
    } else if (event.kind == Kind::join) {
        if (unjoined_.erase(event.other) == 0)
            joined_early_.insert(event.other);
        wait_until(event.thid, clocks_[event.other]);
    }
    return clocks_[event.thid];
}

/// As data goes it orders nothing; as a barrier, those who arrive release the round.
void RunningProcess::read_on(Collectives meaning) {
    next = current().next();
    std::optional<Passage> of =
        next != nullptr && next->kind == Kind::info ? passage_info(next->text) : std::nullopt;
    const auto object = of ? shared.find(of->addr) : shared.end();
    if (object == shared.end())
        return;
    passage = *next;
    next = &passage;
    if (meaning == Collectives::barriers) {
        passage.kind = of->arrives ? Kind::rel : Kind::acq;
        passage.object = of->addr;
        passage.prim = TRACE_PRIM_BARRIER;
        passage.seq = of->round;
        passage.text = {};
    } else {
        of->addr = object->second->address();
        passage.text = passage_text = text_of(*of);
    }
}

std::string RunningProcess::identity(ThreadId thid) const {
    const ProgramBegin& said = current().begin();
    return TRACE_INFO_IS_THREAD + std::to_string(thid) + TRACE_INFO_OF_PROCESS +
           std::to_string(process.id.pid) +
           (said.rank ? "," + text_of(*said.rank) + TRACE_INFO_COMMAND : ": ") + said.command;
}

void ProgramThreads::wait_until(ThreadId thid, std::uint64_t clock) {
    std::uint64_t& own = clocks_[thid];
    own = std::max(own, clock);
}

} // namespace ilm
