// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/entries/entry_events.h"

#include "ilmgen/facts/fact.h"

#include <charconv>
#include <utility>

namespace ilm {

namespace {

/// Threads of tasks other than 0 come behind those of all processes.
constexpr ThreadId first_task_thread = (ThreadId{1} << 32) + 1;

} // namespace

EntryEvents::Thread& EntryEvents::thread(std::uint64_t process, std::int64_t task) {
    if (task == 0) {
        const auto [at, is_new] = processes_.try_emplace(process, nullptr);
        if (is_new) {
            at.value() = &of_processes_.emplace_back();
            at.value()->id = process + 1;
        }
        return *at->second;
    }
    Thread& thread = tasks_[{process, task}];
    if (thread.id == 0) {
        thread.id = first_task_thread + tasks_.size() - 1;
        task_processes_.push_back(process);
    }
    return thread;
}

std::uint64_t EntryEvents::process_of(ThreadId thid) const {
    return thid < first_task_thread ? thid - 1 : task_processes_[thid - first_task_thread];
}

ThreadId EntryEvents::thread_of(std::uint64_t process, std::int64_t task) {
    return thread(process, task).id;
}

/// Names a thread whose number says nothing, before its first event.
void EntryEvents::name_thread() {
    const std::string said =
        "process " + std::to_string(entry_->process) + ", task " + std::to_string(entry_->task);
    text_ = text_of(Fact{ThreadName{said}});
    Event name;
    name.thid = thread_->id;
    name.byte = entry_->byte;
    name.time = entry_->time;
    name.text = text_;
    order_.event(name);
}

void EntryEvents::begin(const LogEntry& entry) {
    ++entries_;
    entry_ = &entry;
    type_ = &types_[entry.type];
    thread_ = &thread(entry.process, entry.task);
    cost_is_time_ = cost_is_time_ && entry.cost == entry.time;
    Thread& thread = *thread_;
    if (!thread.begun && entry.task != 0)
        name_thread();
    const bool waiting = was_waiting(thread);
    work_ = 0;
    if (thread.begun) {
        backward_ += entry.time < thread.time ? 1 : 0;
        cheaper_ += entry.cost < thread.cost ? 1 : 0;
        const std::uint64_t spent = entry.cost < thread.cost ? 0 : entry.cost - thread.cost;
        (waiting ? thread.wait : work_) += spent;
    }
    thread.begun = true;
    thread.time = entry.time;
    thread.cost = entry.cost;
    thread.type = entry.type;
}

/// Whether the thread was waiting from its last entry to this one.
bool EntryEvents::was_waiting(Thread& thread) {
    if (rule_ == StateRule::adjacent)
        return thread.begun && types_.waits_between(thread.type, entry_->type);
    const bool waiting = thread.depth > 0;
    if (type_->ends_waiting && thread.depth > 0)
        --thread.depth;
    if (type_->begins_waiting)
        ++thread.depth;
    return waiting;
}

void EntryEvents::happens(Event&& event, std::uint64_t parties) {
    event.thid = thread_->id;
    event.byte = entry_->byte;
    event.time = entry_->time;
    event.icnt = std::exchange(work_, 0);
    if (is_sync(event.kind)) {
        ordered_ = true;
        event.wait = std::exchange(thread_->wait, 0);
    }
    order_.event(event, parties);
}

void EntryEvents::do_nothing() {
    info_.text = text();
    happens(std::move(info_));
}

template <class Number>
void EntryEvents::append(std::string_view before, Number number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, std::end(digits), number);
    text_ += before;
    text_.append(digits, end);
}

std::string_view EntryEvents::text() {
    text_ = type_->name;
    if (fields_.data)
        append(", data ", entry_->data);
    if (!entry_->string.empty()) {
        text_ += ", ";
        text_ += entry_->string;
    }
    for (std::size_t i = 0; i < fields_.counters.size(); ++i) {
        text_ += ", ";
        text_ += fields_.counters[i];
        append(" ", entry_->counters[i]);
    }
    return text_;
}

void EntryEvents::add_to(LogFigures& figures, std::uint64_t expected) const {
    std::uint64_t late = 0;
    for (const Thread& thread : of_processes_)
        late += thread.wait;
    for (const auto& [task, thread] : tasks_)
        late += thread.wait;
    figures.counts.emplace_back("entries", entries_);
    if (late > 0)
        figures.counts.emplace_back("waiting_after_the_last_sync_event", late);
    if (!ordered_ && processes_.size() + tasks_.size() > 1)
        figures.missing.emplace_back(
            "no entry is known to order processes; --map=FILE says what entries mean");
    if (backward_ > 0)
        figures.remarks.push_back(std::to_string(backward_) +
                                  " entries are earlier than the one before them of their process");
    if (cheaper_ > 0 && !cost_is_time_)
        figures.remarks.push_back("the counter of the cost goes down " + std::to_string(cheaper_) +
                                  " times; that counts as no cost");
    if (order_.unmatched() > expected)
        figures.remarks.push_back(
            std::to_string(order_.unmatched() - expected) +
            " events come before the event that they wait for, because that one never happens, "
            "or waits for them");
}

} // namespace ilm
