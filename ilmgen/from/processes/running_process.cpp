// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/running_process.h"

#include "ilmgen/from/processes/process/job_names.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

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

void RunningProcess::begin_program() {
    threads = {};
    threads.wait_until(main_thread, clock);
    successor.reset();
    shared.clear();
    channels = {};
    objects = {};
}

void RunningProcess::read_on(Collectives meaning) {
    next = current().next();
    if (next == nullptr || next->kind != Kind::info)
        return;
    next = &facts.read(*next);
    if (!process.first_job.empty())
        add_job_to_name();
    if (const auto* const passage = fact_in<Passage>(*next))
        if (const auto object = shared.find(passage->addr); object != shared.end())
            read_passage(*passage, *object->second, meaning);
}

void RunningProcess::add_job_to_name() {
    Fact fact = *next->fact;
    std::string_view* name = nullptr;
    if (auto* const object = std::get_if<SharedObjectInfo>(&fact.said))
        name = &object->name;
    else if (auto* const common = std::get_if<CommonInfo>(&fact.said))
        name = &common->name;
    if (name == nullptr)
        return;
    if (std::string with = with_job(*name, process.first_job); !with.empty()) {
        *name = name_with_job = std::move(with);
        change(fact);
    }
}

/// With Collectives::data a passage orders nothing, because the data does.  With
/// Collectives::barriers an arrival becomes a release of the round, and a departure an acquire.
void RunningProcess::read_passage(Passage passage, const SharedObject& object,
                                  Collectives meaning) {
    if (meaning == Collectives::data) {
        passage.addr = object.address();
        change(Fact{passage});
        return;
    }
    changed = *next;
    changed.text = {};
    changed.fact = nullptr;
    changed.kind = passage.arrives ? Kind::rel : Kind::acq;
    changed.object = passage.addr;
    changed.prim = TRACE_PRIM_BARRIER;
    changed.seq = passage.round;
    next = &changed;
}

void RunningProcess::change(const Fact& fact) {
    changed = *next;
    told.emplace(fact);
    told->put_into(changed);
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

std::string RunningProcess::place_of(const Event& event) const {
    return "event " + std::to_string(event.id) + " of " + current().file();
}

IsThread RunningProcess::identity(ThreadId thid) const {
    const ProgramBegin& said = current().begin();
    return {thid, process.id.pid, said.rank, said.command};
}

void ProgramThreads::wait_until(ThreadId thid, std::uint64_t clock) {
    std::uint64_t& own = clocks_[thid];
    own = std::max(own, clock);
}

} // namespace ilm
