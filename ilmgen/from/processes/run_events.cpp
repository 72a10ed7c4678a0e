// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/run_events.h"

#include "ilmgen/model/error.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace ilm {

namespace {

/// The name of a thread, as the thread or its runtime has told it; without OpenMP's region, as in
/// thread_name().
std::string own_name(std::string_view name) {
    return std::string(name.starts_with("OpenMP ") ? name.substr(0, name.find(" of ")) : name);
}

} // namespace

void RunEvents::number_program(RunningProcess& process, std::optional<ThreadId> main) {
    if (programs_ == Renumbering::most_programs)
        throw Error(process.current().file() + ": there are more than " +
                    std::to_string(programs_) + " traces");
    process.numbers.emplace(programs_++, main ? *main : new_thread(), numbers_);
}

void RunEvents::introduce(RunningProcess& process, ThreadId thid, bool is_forked) {
    if (!process.threads.introduce(thid))
        return;
    // The first thread of all is not forked.
    if (!is_forked && process.numbers->thread(thid) != main_thread)
        tell(process, thid, Fact{Unforked{}});
    tell(process, thid, Fact{process.identity(thid)});
    const std::string name =
        process.name() + (thid == main_thread ? "" : ": thread " + std::to_string(thid));
    tell(process, thid, Fact{ThreadName{name}});
}

void RunEvents::give(RunningProcess& process, const Event& event, const RunObject* object) {
    // The fork may be missing in a trace of only the end of a run.
    introduce(process, event.thid, fact_in<Unforked>(event) == nullptr);
    process.clock = std::max(process.clock, process.threads.happens(event));
    Event of_run = process.numbers->renumbered(event);
    std::string name;
    std::optional<ToldFact> told;
    if (const auto* const own = fact_in<ThreadName>(event)) {
        name = process.name() + ": " + own_name(own->name);
        told.emplace(Fact{ThreadName{name}}).put_into(of_run);
    }
    if (object != nullptr) {
        of_run.object = object->address();
        if (event.kind == Kind::newsync)
            of_run.name = object->name();
    }
    send(process, of_run, event);
}

void RunEvents::give_as_info(RunningProcess& process, const Event& event, const Fact& fact) {
    const ToldFact told(fact);
    Event info = event;
    info.object = 0;
    told.put_into(info);
    give(process, info);
}

void RunEvents::give_use(RunningProcess& process, const Event& event) {
    give_as_info(
        process, event,
        Fact{OtherText{event.kind == Kind::newsync ? "uses it as well" : "uses it no more"}});
}

void RunEvents::give_order(RunningProcess& process, const Event& event, Kind kind, ThreadId other) {
    introduce(process, event.thid, true);
    process.clock = std::max(process.clock, process.threads.happens(event));
    Event order = process.numbers->renumbered(event);
    order.kind = kind;
    order.other = other;
    order.text = {};
    order.fact = nullptr;
    send(process, order, event);
}

void RunEvents::join_all(RunningProcess& process, Event event,
                         const std::vector<ThreadId>& threads) {
    for (const ThreadId thread : threads) {
        give_order(process, event, Kind::join, thread);
        event.icnt = 0;
    }
}

void RunEvents::tell(RunningProcess& process, ThreadId thid, const Fact& fact) {
    const ToldFact told(fact);
    Event info;
    info.thid = thid;
    told.put_into(info);
    send(process, process.numbers->renumbered(info), info);
}

/// An error that the sink finds is reported with the trace's own numbers.
void RunEvents::send(const RunningProcess& process, const Event& event, const Event& cause) {
    try {
        sink_.event(event);
    } catch (const Error& error) {
        if (!error.place())
            throw;
        throw StoppedBySink{
            {Error(place_of(cause), error.what()), cause.byte, process.current().file()}};
    }
}

void keep_only_place(Event& event) {
    event.icnt = event.wait = event.library = event.slept = 0;
    event.usage = {};
    event.work = {};
    event.new_stacks = nullptr;
}

} // namespace ilm
