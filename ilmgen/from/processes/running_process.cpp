// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/running_process.h"

#include "ilmgen/from/processes/process/job_names.h"
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

void RunningProcess::read_on(Collectives meaning) {
    next = current().next();
    if (next == nullptr || next->kind != Kind::info)
        return;
    if (!process.first_job.empty())
        if (const std::string text = with_job(next->text, process.first_job); !text.empty())
            change(text);
    if (const std::optional<Passage> passage = passage_info(next->text))
        if (const auto object = shared.find(passage->addr); object != shared.end())
            read_passage(*passage, *object->second, meaning);
}

/// With Collectives::data a passage orders nothing, because the data does.  With
/// Collectives::barriers an arrival becomes a release of the round, and a departure an acquire.
void RunningProcess::read_passage(Passage passage, const SharedObject& object,
                                  Collectives meaning) {
    if (meaning == Collectives::data) {
        passage.addr = object.address();
        change(text_of(passage));
        return;
    }
    change({});
    changed.kind = passage.arrives ? Kind::rel : Kind::acq;
    changed.object = passage.addr;
    changed.prim = TRACE_PRIM_BARRIER;
    changed.seq = passage.round;
}

void RunningProcess::change(const std::string& text) {
    changed = *next;
    changed.text = changed_text = text;
    next = &changed;
}

std::string RunningProcess::name() const {
    const std::optional<Rank>& rank = current().begin().rank;
    if (!rank)
        return current().name() + " " + std::to_string(process.id.pid);
    const bool tells_job = !rank->spawned_by.empty() || !process.first_job.empty();
    return current().name() + " rank " + std::to_string(rank->number) +
           (tells_job ? " of job " + rank->job : "");
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
