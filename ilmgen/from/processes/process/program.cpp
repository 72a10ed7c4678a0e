// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/program.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/error.h"

namespace ilm {

namespace {

/// Bytes: there may be thousands of traces.
constexpr std::size_t window = std::size_t{1} << 14;

/// The process is known.
ProgramBegin said_begin(const ToolBegins& said) {
    const auto id_of = [](const StartedProcess& process) {
        return ProcessId{process.pid, process.tick, 0};
    };
    ProgramBegin begin{id_of(*said.process), id_of(said.run.value_or(*said.process)), said.rank,
                       std::string(said.command)};
    if (said.rank)
        begin.process.rank = said.rank->number + 1;
    return begin;
}

} // namespace

Program::Program(LogSource& file) : file_(file), text_(file), cursor_(text_, window) {
    const Event* const first = cursor_.next();
    if (first == nullptr && cursor_.damage())
        throw Error(file.name() + ": " + cursor_.damage()->error.sentence());
    FactReader facts;
    const auto* const begins = first == nullptr ? nullptr : fact_in<ToolBegins>(facts.read(*first));
    if (begins == nullptr || !begins->process)
        throw Error(file.name() + ": its first event does not tell which process it is of; only "
                                  "traces of hpcmp can be joined to one model");
    begin_ = said_begin(*begins);
    first_ = *first;
    first_.text = first_text_ = first->text;
    second_ = cursor_.next();
    if (second_ == nullptr)
        return;
    if (const auto* const by = fact_in<BegunBy>(facts.read(*second_)))
        forked_ = ForkedBy{by->pid, by->after, std::string(last_part(by->file))};
}

std::string Program::name() const {
    const std::string path = begin_.command.substr(0, begin_.command.find(' '));
    return std::string(last_part(path));
}

const Event* Program::next() {
    const Event* const event = take();
    if (event != nullptr)
        ++events_;
    return event;
}

std::optional<Damage> Program::damage() const {
    std::optional<Damage> damage = cursor_.damage();
    if (damage) {
        damage->file = file();
        damage->events = events_;
    }
    return damage;
}

const Event* Program::take() {
    switch (ahead_) {
    case Ahead::first: ahead_ = Ahead::second; return &first_;
    case Ahead::second: ahead_ = Ahead::none; return second_;
    default: return cursor_.next();
    }
}

} // namespace ilm
