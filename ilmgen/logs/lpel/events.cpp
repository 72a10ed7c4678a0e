// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/lpel/events.h"

#include "ilmgen/facts/fact.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <utility>

namespace ilm::lpel {

namespace {

constexpr std::size_t at_beginning = 0;

std::size_t at_end(const LogEntry& entry) {
    return entry.messages.size() + 1;
}

/// The number of all items of one direction, on whichever stream.
std::uint64_t items(const LogEntry& entry, bool read) {
    std::uint64_t items = 0;
    for (const StreamUse& use : entry.streams)
        items += use.reads == read ? use.items : 0;
    return items;
}

/// If so, a message may be logged although its item is only written in the next dispatch.
bool blocked_on_output(const LogEntry& entry) {
    return entry.kind == EntryKind::blocked_on_output ||
           std::any_of(entry.streams.begin(), entry.streams.end(),
                       [](const StreamUse& use) { return !use.reads && use.blocked; });
}

/// Places after each message of one direction.
void find_places(const LogEntry& entry, bool out, std::vector<std::size_t>& places) {
    places.clear();
    for (std::size_t i = 0; i < entry.messages.size(); ++i)
        if (entry.messages[i].out == out)
            places.push_back(i + 1);
}

/// Sorts by place.  Items of several streams at one place keep their order.
template <class Placed>
void sort_places(std::vector<Placed>& items) {
    const auto by_place = [](const Placed& a, const Placed& b) { return a.place < b.place; };
    if (!std::is_sorted(items.begin(), items.end(), by_place))
        std::stable_sort(items.begin(), items.end(), by_place);
}

const char* words(EntryKind kind) {
    switch (kind) {
    case EntryKind::blocked_on_input: return "blocked on input";
    case EntryKind::blocked_on_output: return "blocked on output";
    case EntryKind::blocked_on_any: return "blocked on any input";
    case EntryKind::yielded: return "yielded";
    default: return "ended";
    }
}

} // namespace

void Events::dispatch(LogEntry& entry, const Actor& actor, const Surroundings& around) {
    std::swap(now_.entry, entry);
    now_.actor = actor;
    now_.around = around;
    now_.number = ++dispatches_;
    place_writes(now_);
    place_reads(now_);
    sort_places(now_.writes);
    sort_places(now_.reads);
    const auto queue = held_.empty() ? held_.end() : held_.find(actor.thid);
    if (queue != held_.end()) {
        queue->second.push_back(std::move(now_));
        now_ = {};
    } else if (!ready(now_)) {
        held_[actor.thid].push_back(std::move(now_));
        now_ = {};
    } else {
        emit(now_);
    }
    wake();
}

/// Not every item of a stream is a message, and the log does not say which items are.  If there are
/// c items more than messages, item i of a stream is not written before message i - c.  Example: of
/// 3 items with 2 messages, item 2 is not written before message 1, and item 3 not before message
/// 2.
void Events::place_writes(Dispatch& dispatch) {
    const LogEntry& entry = dispatch.entry;
    dispatch.writes.clear();
    find_places(entry, true, places_);
    const std::uint64_t all = items(entry, false);
    const bool placed = !places_.empty() && places_.size() <= all && !blocked_on_output(entry);
    const std::uint64_t others = placed ? all - places_.size() : all;
    for (const StreamUse& use : entry.streams) {
        if (use.reads)
            continue;
        write(dispatch, at_beginning, use, std::min(use.items, others));
        for (std::uint64_t item = others; item < use.items; ++item)
            write(dispatch, places_[item - others], use, 1);
    }
}

void Events::write(Dispatch& dispatch, std::size_t place, const StreamUse& use,
                   std::uint64_t items) {
    Stream& stream = streams_[on_node(dispatch.around.node, use.stream)];
    if (items > 0)
        dispatch.writes.push_back(
            {place, stream.number, streams_.write(stream, items, dispatch.actor.thid)});
}

/// Item n of all that a dispatch reads is read no later than its message n.  Item i of a stream is
/// item i + `others` at most, namely if all other streams' items come before it.
void Events::place_reads(Dispatch& dispatch) {
    const LogEntry& entry = dispatch.entry;
    dispatch.reads.clear();
    find_places(entry, false, places_);
    const std::uint64_t all = items(entry, true);
    const bool placed = places_.size() <= all;
    for (const StreamUse& use : entry.streams) {
        if (!use.reads)
            continue;
        const std::uint64_t others = all - use.items;
        std::uint64_t item = 0;
        if (placed)
            for (; item < use.items && item + others < places_.size(); ++item)
                read(dispatch, places_[item + others], use, 1);
        read(dispatch, at_end(entry), use, use.items - item);
    }
}

void Events::read(Dispatch& dispatch, std::size_t place, const StreamUse& use,
                  std::uint64_t items) {
    Stream& stream = streams_[on_node(dispatch.around.node, use.stream)];
    if (items > 0)
        dispatch.reads.push_back({place, &stream, Streams::read(stream, items)});
}

/// Whether it is known which releases have written the items that the dispatch reads. If not, the
/// thread will be woken.
bool Events::ready(const Dispatch& dispatch) {
    for (const Read& read : dispatch.reads)
        if (read.items.end > read.stream->written) {
            Streams::wait(*read.stream, dispatch.actor.thid);
            return false;
        }
    return true;
}

void Events::wake() {
    for (const ThreadId thid : streams_.woken()) {
        const auto queue = held_.find(thid);
        while (queue != held_.end() && !queue->second.empty() && ready(queue->second.front())) {
            emit(queue->second.front());
            queue->second.pop_front();
        }
        if (queue != held_.end() && queue->second.empty())
            held_.erase(queue);
    }
}

void Events::stop(const Actor& actor, std::uint64_t time, const Surroundings& around) {
    Event exit;
    exit.kind = Kind::exit;
    exit.thid = actor.thid;
    exit.time = time;
    exit.byte = around.byte;
    exit.wait = around.waited;
    stops_.push_back({actor, exit});
}

/// Emits all dispatches that are held back, because the items that they wait for were never
/// written.
void Events::finish() {
    std::vector<Dispatch> rest;
    for (auto& [thid, queue] : held_)
        std::move(queue.begin(), queue.end(), std::back_inserter(rest));
    held_.clear();
    std::sort(rest.begin(), rest.end(),
              [](const Dispatch& a, const Dispatch& b) { return a.number < b.number; });
    for (const Dispatch& dispatch : rest)
        emit(dispatch);
    for (Stop& stop : stops_) {
        if (!begun(stop.actor.thid))
            begin(stop.actor, stop.event);
        if (const auto before = waited_.find(stop.event.thid); before != waited_.end())
            stop.event.wait += before->second;
        order_.event(stop.event);
    }
    order_.finish();
}

void Events::emit(const Dispatch& dispatch) {
    offset_ = told_ = 0;
    next_write_ = next_read_ = 0;
    if (dispatch.around.waited > 0)
        waited_[dispatch.actor.thid] += dispatch.around.waited;
    if (!begun(dispatch.actor.thid))
        begin(dispatch.actor, event_of(dispatch, Kind::info));
    emit_place(dispatch, at_beginning);
    std::size_t place = at_beginning;
    for (const Message& message : dispatch.entry.messages) {
        emit_message(dispatch, message);
        emit_place(dispatch, ++place);
    }
    offset_ = dispatch.entry.executed;
    emit_place(dispatch, at_end(dispatch.entry));
    emit_end(dispatch);
}

void Events::begin(const Actor& actor, const Event& first) {
    begun_.insert(actor.thid);
    Event name = first;
    name.kind = Kind::info;
    name.icnt = name.wait = 0;
    text_ = text_of(Fact{ThreadName{actor.name}});
    name.text = text_;
    order_.event(name);
}

/// Places come one after the other.
void Events::emit_place(const Dispatch& dispatch, std::size_t place) {
    for (; next_write_ < dispatch.writes.size() && dispatch.writes[next_write_].place == place;
         ++next_write_) {
        const Write& write = dispatch.writes[next_write_];
        emit_stream(dispatch, Kind::rel, write.stream, write.seq);
    }
    for (; next_read_ < dispatch.reads.size() && dispatch.reads[next_read_].place == place;
         ++next_read_) {
        const Read& read = dispatch.reads[next_read_];
        Streams::take(*read.stream, read.items, releases_);
        for (const std::uint64_t seq : releases_)
            emit_stream(dispatch, Kind::acq, read.stream->number, seq);
    }
}

void Events::emit_stream(const Dispatch& dispatch, Kind kind, Address stream, std::uint64_t seq) {
    Event event = event_of(dispatch, kind);
    event.object = stream;
    event.seq = seq;
    event.prim = TRACE_PRIM_STREAM;
    pass_on(event);
}

/// The message's time was read from the clock a moment before or after that of the dispatch. So it
/// is limited to the time of the dispatch.
void Events::emit_message(const Dispatch& dispatch, const Message& message) {
    const LogEntry& entry = dispatch.entry;
    if (message.time != no_time) {
        const std::uint64_t before_end =
            entry.time > message.time ? entry.time - message.time : std::uint64_t{0};
        offset_ = std::max(offset_, entry.executed - std::min(entry.executed, before_end));
    }
    Event event = event_of(dispatch, message.out ? Kind::rel : Kind::acq);
    event.object = beyond_nodes + message.node;
    event.seq = message.local + 1;
    event.prim = TRACE_PRIM_MESSAGE;
    event.bytes = message.size;
    pass_on(event);
}

void Events::emit_end(const Dispatch& dispatch) {
    describe(dispatch);
    Event event = event_of(dispatch, Kind::info);
    event.text = text_;
    pass_on(event);
    if (dispatch.around.ends_thread) {
        Event exit = event_of(dispatch, Kind::exit);
        pass_on(exit);
    }
}

/// An event at the present place in the dispatch.
Event Events::event_of(const Dispatch& dispatch, Kind kind) {
    const LogEntry& entry = dispatch.entry;
    Event event;
    event.kind = kind;
    event.thid = dispatch.actor.thid;
    event.byte = dispatch.around.byte;
    if (entry.time != no_time)
        event.time = entry.time - std::min(entry.time, entry.executed - offset_);
    return event;
}

/// Passes the event on, with the work and the waiting of its thread since the event before.
void Events::pass_on(Event& event) {
    event.icnt = offset_ - told_;
    told_ = offset_;
    if (!waited_.empty() && (event.kind == Kind::acq || event.kind == Kind::exit))
        if (const auto waited = waited_.find(event.thid); waited != waited_.end()) {
            event.wait = waited->second;
            waited_.erase(waited);
        }
    order_.event(event);
}

/// Why the dispatch has ended, in words.
void Events::describe(const Dispatch& dispatch) {
    const LogEntry& entry = dispatch.entry;
    text_ = dispatch.actor.task;
    text_ += text_.empty() ? "" : ": ";
    text_ += words(entry.kind);
    const auto list = [&](const char* before, bool StreamUse::*flag) {
        for (const StreamUse& use : entry.streams)
            if (use.*flag) {
                text_ += before;
                text_ += std::to_string(use.stream);
            }
    };
    list(", stream ", &StreamUse::blocked);
    list(", unblocks stream ", &StreamUse::unblocked);
    if (entry.kind == EntryKind::ended && entry.time != no_time)
        text_ += ", created at " + std::to_string(entry.created);
}

} // namespace ilm::lpel
