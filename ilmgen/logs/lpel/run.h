// SPDX-License-Identifier: GPL-2.0-or-later
//
// Interprets the entries of a run together: which thread executes which task, sums over all
// entries, and what the logs do not contain.
#ifndef ILMGEN_LOGS_LPEL_RUN_H
#define ILMGEN_LOGS_LPEL_RUN_H

#include "ilmgen/logs/lpel/events.h"
#include "ilmgen/logs/lpel/files.h"
#include "ilmgen/model/log_facts.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm::lpel {

/// A worker's or wrapper's log, at one of its entries.
struct Log {
    Log(LogSource& source, std::size_t which)
        : pieces(source, entry_end), name(base_name(source.name())), node(node_of(source.name())),
          number(which) {}

    Pieces pieces;
    std::string name;
    std::uint64_t node;
    std::size_t number; ///< among the logs, from 0 on
    LogEntry entry;
    std::uint64_t time = 0; ///< ns; of the entry, or of the last entry before it that has a time

    // Sums of what was read so far.
    std::uint64_t dispatches = 0;
    std::uint64_t executed = 0; ///< ns
    std::uint64_t waits = 0;
    std::uint64_t waited = 0;              ///< ns
    std::uint64_t waited_now = 0;          ///< since the last dispatch
    std::uint64_t started_at = no_time;    ///< ns
    std::uint64_t stopped_at = no_time;    ///< ns
    std::optional<std::uint64_t> end_byte; ///< where the entry about the worker's end begins
    std::optional<Load> load;
};

using Logs = std::vector<std::unique_ptr<Log>>;

class Run {
public:
    /// `workers`: whether threads are the workers, not the tasks.
    Run(EventSink& sink, bool workers) : events_(sink), workers_(workers) {}

    void name(std::uint64_t node, const MapEntry& task);
    void sent(std::uint64_t from, const SentMessage& message);

    /// Takes the log's entry. Entries with times come in the order of their times. Throws Error if
    /// the entry is impossible after the entries before it.
    void entry(Log& log);
    void finish(const Logs& logs);

    /// After finish().
    LogFigures figures(const Logs& logs) const;

    std::uint64_t node_of_thread(ThreadId thid) const {
        const auto node = nodes_.find(thid);
        return node == nodes_.end() ? 0 : node->second;
    }

private:
    /// An entry without time, kept until it is known which other logs have entries of the same task
    /// or stream.
    struct KeptEntry {
        LogEntry entry;
        const Log* log;
        std::uint64_t byte;
        std::uint64_t waited;
    };
    /// Messages that one node has sent to another.
    struct Sent {
        std::uint64_t messages = 0;
        std::uint64_t bytes = 0;
    };

    void check_dispatch(const Log& log);
    void count_dispatch(Log& log);
    void dispatch(LogEntry& entry, const Log& log, std::uint64_t byte, std::uint64_t waited);
    void find_torn();
    Actor actor_of(std::uint64_t task, const Log& log);
    ThreadId part_of(std::uint64_t task, const Log& log);
    std::string task_name(std::uint64_t task) const;
    bool brings_in(const LogEntry& entry, const Log& log) const;
    void version(const Log& log);

    Table worker_table(const Logs& logs) const;
    Table sent_table() const;
    void say_what_flags_leave_out(const Logs& logs, LogFigures& figures) const;
    void say_which_items_are_missing(std::vector<std::string>& missing) const;
    void remark_on_waiting(const Logs& logs, std::vector<std::string>& remarks) const;

    Events events_;
    bool workers_;
    std::unordered_map<ThreadId, std::uint64_t> nodes_;            ///< other than 0
    std::unordered_map<std::uint64_t, std::string> names_;         ///< by on_node(node, task)
    boost::icl::interval_set<std::uint64_t> tasks_;                ///< as above
    boost::icl::interval_set<std::uint64_t> ended_;                ///< tasks
    std::map<std::pair<std::uint64_t, std::uint64_t>, Sent> sent_; ///< by both nodes
    std::set<std::string> other_versions_;

    std::optional<bool> timed_; ///< unknown before the first dispatch
    std::vector<KeptEntry> untimed_;
    std::set<std::uint64_t> torn_tasks_; ///< in logs without times
    /// Streams, and whether it is the end that is read.
    std::set<std::pair<std::uint64_t, bool>> torn_ends_;
    std::map<std::pair<std::uint64_t, std::size_t>, ThreadId> parts_; ///< of torn tasks, by log

    std::uint64_t dispatches_ = 0;
    std::uint64_t executed_ = 0; ///< ns
    std::uint64_t waited_ = 0;   ///< ns
    std::uint64_t written_ = 0;  ///< items
    std::uint64_t read_ = 0;
    std::uint64_t messages_out_ = 0;
    std::uint64_t messages_in_ = 0;
    bool streams_told_ = false;
};

} // namespace ilm::lpel

#endif
