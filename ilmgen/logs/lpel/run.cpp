// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/lpel/run.h"

#include <algorithm>

namespace ilm::lpel {

namespace {

/// Adds up what must not overflow.
void count(std::uint64_t& sum, std::uint64_t term, const Log& log, const char* what) {
    if (__builtin_add_overflow(sum, term, &sum))
        log.pieces.fail(std::string("the sum of ") + what + " overflows 64 bits");
}

/// Replaces the characters that a trace may be unable to hold.
std::string printable(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

/// The load by the entries or, if there are none of waiting, by their sum at the log's end.
Load load_of(const Log& log) {
    return log.load && log.waits == 0 ? *log.load : Load{log.waits, log.waited};
}

std::string plural(std::uint64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

void Run::name(std::uint64_t node, const MapEntry& task) {
    names_[on_node(node, task.task)] = printable(task.name);
}

void Run::sent(std::uint64_t from, const SentMessage& message) {
    Sent& sum = sent_[{from, message.to}];
    ++sum.messages;
    sum.bytes += message.size;
}

void Run::version(const Log& log) {
    if (log.pieces.piece() != known_version)
        other_versions_.insert(printable(std::string(log.pieces.piece())));
}

void Run::entry(Log& log) {
    LogEntry& entry = log.entry;
    switch (entry.kind) {
    case EntryKind::version: version(log); break;
    case EntryKind::started: log.started_at = entry.time; break;
    case EntryKind::stopped:
        log.stopped_at = entry.time;
        log.end_byte = log.pieces.byte();
        break;
    case EntryKind::waited:
        count(waited_, entry.waited, log, "times that workers waited");
        log.waited += entry.waited;
        log.waited_now += entry.waited;
        ++log.waits;
        break;
    default:
        check_dispatch(log);
        count_dispatch(log);
        const std::uint64_t waited = workers_ ? std::exchange(log.waited_now, 0) : 0;
        if (*timed_)
            dispatch(entry, log, log.pieces.byte(), waited);
        else
            untimed_.push_back({std::move(entry), &log, log.pieces.byte(), waited});
    }
}

void Run::check_dispatch(const Log& log) {
    const LogEntry& entry = log.entry;
    const bool timed = entry.time != no_time;
    if (!timed_)
        timed_ = timed;
    if (timed != *timed_)
        log.pieces.fail(timed ? "an entry with a time among such without"
                              : "an entry without a time among such with one");
    const std::uint64_t task = on_node(log.node, entry.task);
    // Without times, an entry in another log may be an earlier one.
    if (timed && boost::icl::contains(ended_, task))
        log.pieces.fail("task " + std::to_string(entry.task) + " has ended before");
    if (entry.kind == EntryKind::ended)
        ended_.insert(task);
}

void Run::count_dispatch(Log& log) {
    LogEntry& entry = log.entry;
    count(executed_, entry.executed, log, "execution times");
    for (const StreamUse& use : entry.streams)
        count(use.reads ? read_ : written_, use.items, log, "items");
    streams_told_ |= !entry.streams.empty();
    if (!entry.messages.empty() && brings_in(entry, log))
        for (Message& message : entry.messages)
            message.out = true;
    for (const Message& message : entry.messages)
        ++(message.out ? messages_out_ : messages_in_);
    ++log.dispatches;
    log.executed += entry.executed;
    ++dispatches_;
    const std::uint64_t task = on_node(log.node, entry.task);
    if (!boost::icl::contains(tasks_, task)) // which costs less
        tasks_.insert(task);
}

/// The wrapper of a network's input logs the records that it makes from the outside world as if it
/// had taken them in.
bool Run::brings_in(const LogEntry& entry, const Log& log) const {
    constexpr std::string_view wrapper = "glob_input";
    const auto reads = [](const StreamUse& use) { return use.reads; };
    if (!entry.streams.empty())
        return std::none_of(entry.streams.begin(), entry.streams.end(), reads);
    const auto name = names_.find(on_node(log.node, entry.task));
    return log.name.find(wrapper) != std::string::npos ||
           (name != names_.end() && name->second.starts_with(wrapper));
}

void Run::dispatch(LogEntry& entry, const Log& log, std::uint64_t byte, std::uint64_t waited) {
    if (!torn_ends_.empty())
        std::erase_if(entry.streams, [&](const StreamUse& use) {
            const std::uint64_t stream = on_node(log.node, use.stream);
            return torn_ends_.contains({stream, true}) || torn_ends_.contains({stream, false});
        });
    Surroundings around;
    around.node = log.node;
    around.byte = byte;
    around.waited = waited;
    around.ends_thread = entry.kind == EntryKind::ended && !workers_;
    events_.dispatch(entry, actor_of(entry.task, log), around);
}

/// Thread 1 is the first task, or the first log's worker.
Actor Run::actor_of(std::uint64_t number, const Log& log) {
    const std::uint64_t task = on_node(log.node, number);
    Actor actor;
    if (workers_) {
        actor.thid = log.number + 1;
        actor.task = task_name(task);
    } else {
        actor.thid = torn_tasks_.contains(task) ? part_of(task, log) : task + 1;
    }
    if (events_.begun(actor.thid))
        return actor;
    if (log.node != 0)
        nodes_[actor.thid] = log.node;
    actor.name = workers_ ? printable(log.name) : task_name(task);
    if (!workers_ && torn_tasks_.contains(task))
        actor.name += " in " + printable(log.name);
    return actor;
}

ThreadId Run::part_of(std::uint64_t task, const Log& log) {
    const auto [part, is_new] = parts_.try_emplace({task, log.number});
    if (is_new)
        part->second = beyond_nodes + parts_.size();
    return part->second;
}

std::string Run::task_name(std::uint64_t task) const {
    const std::uint64_t node = task / on_node(1, 0);
    const std::string where = node == 0 ? "" : "node " + std::to_string(node) + ", ";
    const auto name = names_.find(task);
    return where +
           (name != names_.end() ? name->second : "task " + std::to_string(task % on_node(1, 0)));
}

/// Finds tasks, and ends of streams, that have entries in several logs.  Without times it is
/// unknown which of these entries comes first.
void Run::find_torn() {
    std::map<std::uint64_t, const Log*> tasks;
    std::map<std::pair<std::uint64_t, bool>, const Log*> ends;
    for (const KeptEntry& kept : untimed_) {
        const std::uint64_t node = kept.log->node;
        const std::uint64_t task = on_node(node, kept.entry.task);
        if (tasks.try_emplace(task, kept.log).first->second != kept.log)
            torn_tasks_.insert(task);
        for (const StreamUse& use : kept.entry.streams) {
            const std::pair end(on_node(node, use.stream), use.reads);
            if (use.items > 0 && ends.try_emplace(end, kept.log).first->second != kept.log)
                torn_ends_.insert(end);
        }
    }
}

void Run::finish(const Logs& logs) {
    find_torn();
    for (KeptEntry& kept : untimed_)
        dispatch(kept.entry, *kept.log, kept.byte, kept.waited);
    untimed_.clear();
    for (const auto& log : logs)
        if (workers_ && dispatches_ > 0 && log->end_byte) {
            Actor worker;
            worker.thid = log->number + 1;
            worker.name = printable(log->name);
            events_.stop(worker, log->stopped_at, {log->node, *log->end_byte, log->waited_now});
        }
    events_.finish();
}

LogFigures Run::figures(const Logs& logs) const {
    LogFigures figures;
    std::uint64_t entries = 0;
    std::uint64_t waiting = 0;
    for (const auto& log : logs) {
        entries += log->pieces.entries();
        waiting += load_of(*log).waited;
    }
    figures.counts = {
        {"entries", entries},
        {"workers", logs.size()},
        {"tasks", tasks_.size()},
        {"tasks_ended", ended_.size()},
        {"dispatches", dispatches_},
        {"streams", events_.streams().count()},
        {"items_written", written_},
        {"items_read", read_},
        {"messages_written", messages_out_},
        {"messages_read", messages_in_},
        {"waiting_of_workers", waiting},
    };
    if (!logs.empty())
        figures.tables.push_back(worker_table(logs));
    if (!sent_.empty())
        figures.tables.push_back(sent_table());
    say_what_flags_leave_out(logs, figures);
    say_which_items_are_missing(figures.missing);
    remark_on_waiting(logs, figures.remarks);
    for (const std::string& version : other_versions_)
        figures.remarks.push_back("this version is not known: " + version);
    return figures;
}

Table Run::worker_table(const Logs& logs) const {
    Table table{"logs",
                {{"log", Measure::count},
                 {"node", Measure::count},
                 {"dispatches", Measure::count},
                 {"executed", Measure::work},
                 {"waits", Measure::count},
                 {"waiting", Measure::work},
                 {"lifetime", Measure::count}}};
    for (const auto& log : logs) {
        const bool alive = log->started_at != no_time && log->stopped_at != no_time;
        const Load load = load_of(*log);
        table.rows.push_back({printable(log->name), std::uint64_t{log->node}, log->dispatches,
                              log->executed, load.waits, load.waited,
                              alive ? std::to_string(log->stopped_at - log->started_at) : "-"});
    }
    make_integers(table, 0);
    make_integers(table, table.columns.size() - 1);
    return table;
}

Table Run::sent_table() const {
    Table table{"sent_between_nodes",
                {{"from", Measure::count},
                 {"to", Measure::count},
                 {"messages", Measure::count},
                 {"bytes", Measure::bytes}}};
    for (const auto& [nodes, sum] : sent_)
        table.rows.push_back({nodes.first, nodes.second, sum.messages, sum.bytes});
    return table;
}

void Run::say_what_flags_leave_out(const Logs& logs, LogFigures& figures) const {
    if (dispatches_ == 0) {
        if (!logs.empty())
            figures.missing.emplace_back("no entry is a task's, so there is nothing to order");
        return;
    }
    // No log of LPEL's has that.
    figures.remarks.emplace_back("it is not logged which task creates which, so no task comes "
                                 "after its creator");
    if (!*timed_)
        figures.missing.emplace_back("there are no times, so nothing has a cost");
    if (!streams_told_ && messages_out_ + messages_in_ == 0)
        figures.missing.emplace_back("neither streams nor messages are logged, so no order is "
                                     "known");
    else if (messages_out_ + messages_in_ == 0)
        figures.remarks.emplace_back("messages are not logged, so an item counts as written when "
                                     "its dispatch begins, and as read when its dispatch ends");
    if (!torn_tasks_.empty() || !torn_ends_.empty())
        figures.missing.push_back(
            "without times it is not known how " + plural(torn_tasks_.size(), "task") +
            " moved between workers: they are a thread in each log, and " +
            plural(torn_ends_.size(), "end") + " of streams used in several logs order nothing");
}

void Run::say_which_items_are_missing(std::vector<std::string>& missing) const {
    const Streams::UnevenStreams uneven = events_.streams().uneven();
    if (uneven.streams > 0)
        missing.push_back("on " + plural(uneven.streams, "stream") +
                          " not as much is read as written: " + plural(uneven.not_read, "item") +
                          " never read, " + plural(uneven.not_written, "item") + " never written");
    if (events_.unmatched() > 0)
        missing.push_back(plural(events_.unmatched(), "item or message") +
                          " read before anything that the logs show could have written them");
}

/// The load part is the sum of the entries, where there are both. It may count one more wait, which
/// adds no time.
void Run::remark_on_waiting(const Logs& logs, std::vector<std::string>& remarks) const {
    for (const auto& log : logs)
        if (log->load && log->waits > 0 && log->load->waited != log->waited)
            remarks.push_back(printable(log->name) + ": its load part does not agree with its "
                                                     "entries about how long the worker waited");
}

} // namespace ilm::lpel
