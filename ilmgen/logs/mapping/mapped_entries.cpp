// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/mapping/mapped_entries.h"

#include <utility>

namespace ilm {

std::uint64_t Barrier::arrive(ThreadId thread, std::uint64_t participants) {
    participants_ = participants;
    std::uint64_t& last = last_[thread];
    auto round = open_.upper_bound(last);
    if (round == open_.end())
        round = open_.emplace(++begun_, 0).first;
    last = round->first;
    if (++round->second >= participants)
        open_.erase(round);
    return last;
}

std::optional<std::uint64_t> Barrier::depart(ThreadId thread) const {
    const auto found = last_.find(thread);
    return found == last_.end() ? std::nullopt : std::optional(found->second);
}

MappedEntries::MappedEntries(const std::string& path, const MappedLog& log)
    : map_(path, log.fields), log_(log), decoder_(map_.constants()),
      fates_(map_.uses(Key::cancelled)),
      posted_(log.last_object, *fates_, map_.uses(Key::synchronous)) {}

void MappedEntries::bind(std::optional<std::uint64_t> processes) {
    processes_ = processes;
    broken_.reset();
    fates_.emplace(map_.uses(Key::cancelled));
    map_.bind(log_.types);
}

/// This is needed only for wildcards and cancelled calls, because their fates are not in the call
/// itself.
bool MappedEntries::looks_ahead() const {
    const MapConstants& constants = map_.constants();
    return (map_.uses(Action::send) || map_.uses(Action::post)) &&
           (map_.uses(Key::cancelled) || constants.any_source || constants.any_tag);
}

void MappedEntries::look_ahead(const LogEntry& entry) {
    const auto* const rules = map_.rules_for(entry.type);
    if (rules == nullptr || broken_)
        return;
    words_.begin(entry.string);
    try {
        for (const Rule* const rule : *rules) {
            const EntryFields fields(map_, *rule, entry, words_);
            if (!fields.flag(Key::condition, true))
                continue;
            if (rule->action == Action::send || rule->action == Action::post)
                fates_->call(decoder_.outline(fields));
            else if (rule->action == Action::complete)
                for (const Completion& completion : decoder_.completions(fields))
                    fates_->complete(completion);
        }
    } catch (const BrokenSource& broken) {
        broken_.emplace(entry.byte, broken);
    }
}

bool MappedEntries::apply(const LogEntry& entry) {
    if (broken_ && broken_->first == entry.byte)
        throw broken_->second;
    const auto* const rules = map_.rules_for(entry.type);
    if (rules == nullptr)
        return false;
    words_.begin(entry.string);
    bool something = false;
    for (const Rule* const rule : *rules) {
        const EntryFields fields(map_, *rule, entry, words_);
        if (fields.flag(Key::condition, true))
            something |= apply(fields);
    }
    return something;
}

bool MappedEntries::apply(const EntryFields& fields) {
    switch (fields.rule().action) {
    case Action::acquire:
    case Action::release: return use_object(fields);
    case Action::arrive:
    case Action::depart: return use_barrier(fields);
    case Action::fork:
    case Action::join:
    case Action::exit: return use_child(fields);
    case Action::alloc:
    case Action::free: return use_heap(fields);
    case Action::sent:
    case Action::received: return use_message(fields);
    case Action::send:
    case Action::post:
    case Action::complete: return use_call(fields);
    case Action::rank: decoder_.rank(fields); break;
    }
    return false;
}

bool MappedEntries::happens(Event&& event, std::uint64_t parties) {
    log_.events.happens(std::move(event), parties);
    return true;
}

Address MappedEntries::object(const EntryFields& fields) {
    name_ = fields.rule().prim;
    name_ += '\0';
    fields.append_name(Key::object, name_);
    Address& object = objects_[name_];
    if (object == 0)
        object = ++log_.last_object;
    return object;
}

bool MappedEntries::use_object(const EntryFields& fields) {
    Event event;
    event.kind = fields.rule().action == Action::acquire ? Kind::acq : Kind::rel;
    event.object = object(fields);
    event.prim = fields.rule().prim;
    event.mode = fields.rule().mode;
    event.seq = fields.natural(Key::seq);
    nameless_ += fields.has(Key::object) || event.seq ? 0 : 1;
    return happens(std::move(event));
}

bool MappedEntries::use_barrier(const EntryFields& fields) {
    const ThreadId thread = log_.events.thread_of(fields.entry().process, fields.entry().task);
    Event event;
    event.object = object(fields);
    event.prim = fields.rule().prim;
    Barrier& barrier = barriers_[event.object];
    if (fields.rule().action == Action::depart) {
        event.kind = Kind::acq;
        event.seq = barrier.depart(thread);
        unarrived_ += event.seq ? 0 : 1;
        return event.seq && happens(std::move(event));
    }
    const std::optional<std::uint64_t> said = fields.natural(Key::participants);
    const std::uint64_t participants = said.value_or(processes_.value_or(0));
    if (participants == 0)
        fields.fail(said ? "a barrier has no participants"
                         : "the log does not say how many processes there are, so the rule needs "
                           "participants=...");
    event.kind = Kind::rel;
    event.seq = barrier.arrive(thread, participants);
    return happens(std::move(event), participants);
}

bool MappedEntries::use_child(const EntryFields& fields) {
    Event event;
    event.kind = Kind::exit;
    if (fields.rule().action != Action::exit) {
        event.kind = fields.rule().action == Action::fork ? Kind::fork : Kind::join;
        const std::uint64_t child = *fields.natural(Key::child);
        if (child > last_process)
            fields.fail("there can be no process " + std::to_string(child));
        event.other = log_.events.thread_of(child, fields.integer(Key::child_task).value_or(0));
    }
    return happens(std::move(event));
}

bool MappedEntries::use_heap(const EntryFields& fields) {
    Event event;
    event.block.addr = *fields.natural(Key::address);
    event.block.size = fields.natural(Key::size).value_or(0);
    if (fields.rule().action == Action::alloc) {
        event.kind = Kind::alloc;
        sizes_[event.block.addr] = event.block.size;
        return happens(std::move(event));
    }
    event.kind = Kind::free;
    const auto found = sizes_.find(event.block.addr);
    if (found != sizes_.end()) {
        event.block.size = found->second;
        sizes_.erase(found);
    }
    return happens(std::move(event));
}

bool MappedEntries::use_message(const EntryFields& fields) {
    const std::optional<MessageKey> key = decoder_.key(fields);
    if (!key)
        return false;
    const std::uint64_t size = fields.natural(Key::size).value_or(0);
    const LogEntry& entry = fields.entry();
    const bool sent = fields.rule().action == Action::sent;
    const Handover handover = sent ? log_.completed.sent(*key, size, entry.process, entry.time)
                                   : log_.completed.received(*key, size, entry.time);
    return happens(message_event(sent ? Kind::rel : Kind::acq, handover, size));
}

bool MappedEntries::use_call(const EntryFields& fields) {
    bool something = false;
    if (fields.rule().action == Action::complete) {
        for (const Completion& completion : decoder_.completions(fields))
            posted_.complete(completion, [&](const Handover& handover) {
                something = happens(message_event(Kind::acq, handover, 0));
            });
        return something;
    }
    const MessageCall call = decoder_.call(fields);
    if (fields.rule().action == Action::send) {
        const std::optional<Handover> sent = posted_.send(call);
        return sent && happens(message_event(Kind::rel, *sent, call.size));
    }
    const std::optional<Handover> posted = posted_.post(call);
    return posted && happens(message_event(Kind::rel, *posted, 0));
}

void MappedEntries::add_to(LogFigures& figures, MessageFigures& messages) const {
    const auto say = [](std::vector<std::string>& sentences, std::uint64_t count,
                        const char* what) {
        if (count > 0)
            sentences.push_back(std::to_string(count) + what);
    };
    say(figures.remarks, nameless_,
        " acquires and releases are of locks whose object the map does not say: the log's clock "
        "alone orders them");
    say(figures.missing, unarrived_, " departures from a barrier have no arrival");
    say(figures.missing, fates_->unresolved(),
        " receives from any source, or with any tag, are never complete; they count as if they "
        "were not there");
    if (!posted_.any())
        return;
    figures.counts.emplace_back("unfinished_receives", posted_.unfinished());
    messages += posted_.figures();
}

} // namespace ilm
