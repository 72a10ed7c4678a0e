// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/readers.h"

#include "ilmgen/logs/lpel/run.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace ilm {

namespace {

using namespace lpel;

class LpelReader : public LogReader {
public:
    LpelReader(LogSources& sources, bool workers) : sources_(sources), workers_(workers) {}

    std::optional<Damage> read(EventSink& sink) override {
        run_.emplace(sink, workers_);
        try {
            sort_files();
            for (LogSource* const map : maps_)
                read_map(*map);
            for (LogSource* const file : communication_)
                read_communication(*file);
            merge();
            run_->finish(logs_);
        } catch (const Error& error) { // the sink's
            return Damage{error, error.place() ? error.place()->byte : 0};
        }
        return damage_;
    }

    /// Each node has one clock.
    std::uint64_t clock_of(ThreadId thid) const override { return run_->node_of_thread(thid); }

    Origin origin() const override { return {"lpel", "ns", 1e9, true}; }

    LogFigures figures() const override {
        LogFigures figures = run_->figures(logs_);
        figures.counts.front().second += entries_;
        figures.missing.insert(figures.missing.end(), more_damage_.begin(), more_damage_.end());
        return figures;
    }

private:
    void sort_files();
    void read_map(LogSource& file);
    void read_communication(LogSource& file);
    bool advance(Log& log);
    bool accept(Log& log);
    void merge();

    /// When a log's entry ended and began, and which log it is.
    using Next = std::tuple<std::uint64_t, std::uint64_t, std::size_t>;
    static Next next_of(const Log& log);

    /// Calls the function; if it throws, the rest of this file is lost, and it returns false.
    template <class Function>
    bool try_file(const Pieces& pieces, Function function) {
        try {
            return function();
        } catch (const Error& error) {
            if (error.place())
                throw;
            damaged(pieces.name(), error, pieces.byte());
            return false;
        }
    }
    void damaged(const std::string& file, const Error& error, std::uint64_t lost_from);

    LogSources& sources_;
    bool workers_;
    std::optional<Run> run_;
    std::optional<Damage> damage_;
    std::vector<std::string> more_damage_; ///< to other files
    Logs logs_;
    std::vector<LogSource*> maps_;
    std::vector<LogSource*> communication_;
    std::uint64_t entries_ = 0; ///< of these two
};

void LpelReader::sort_files() {
    for (const auto& file : sources_.files())
        switch (kind_of(file->begin())) {
        case FileKind::log: logs_.push_back(std::make_unique<Log>(*file, logs_.size())); break;
        case FileKind::map: maps_.push_back(file.get()); break;
        case FileKind::communication: communication_.push_back(file.get()); break;
        case FileKind::empty: break;
        case FileKind::other:
            damaged(file->name(), Error("byte 0: no file of LPEL's begins so"), 0);
        }
}

void LpelReader::damaged(const std::string& file, const Error& error, std::uint64_t lost_from) {
    if (damage_)
        more_damage_.push_back(file + ": " + error.sentence());
    else
        damage_ = Damage{error, lost_from, file};
}

void LpelReader::read_map(LogSource& file) {
    const std::uint64_t node = node_of(file.name());
    Pieces pieces(file, entry_end);
    try_file(pieces, [&] {
        while (pieces.next()) {
            if (!is_version(pieces.piece()))
                run_->name(node, pieces.parsed(parse_map));
        }
        return true;
    });
    entries_ += pieces.entries();
    const auto of_node = [node](const auto& log) { return log->node == node; };
    if (std::none_of(logs_.begin(), logs_.end(), of_node))
        damaged(file.name(),
                Error("byte " + std::to_string(pieces.byte()) +
                      ": a map of tasks, but there is no log of node " + std::to_string(node)),
                0);
}

void LpelReader::read_communication(LogSource& file) {
    const std::uint64_t node = node_of(file.name());
    Pieces pieces(file, sent_message_end);
    try_file(pieces, [&] {
        while (pieces.next())
            run_->sent(node, pieces.parsed(parse_sent));
        return true;
    });
    entries_ += pieces.entries();
}

/// Goes on to the log's next entry; false if there is none.
bool LpelReader::advance(Log& log) {
    return try_file(log.pieces, [&] {
        if (!log.pieces.next_or_load(log.load))
            return false;
        log.pieces.parsed([&](std::string_view piece) {
            parse(piece, log.entry);
            return 0;
        });
        if (log.entry.time != no_time)
            log.time = log.entry.time;
        return true;
    });
}

bool LpelReader::accept(Log& log) {
    return try_file(log.pieces, [&] {
        run_->entry(log);
        return true;
    });
}

/// Entries come in the order of their ends; those that end at the same time, in the order of their
/// beginnings.
LpelReader::Next LpelReader::next_of(const Log& log) {
    return {log.time, log.time - std::min(log.time, log.entry.executed), log.number};
}

/// A task's entries may lie in several logs.
void LpelReader::merge() {
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    for (const auto& log : logs_)
        if (advance(*log))
            next.push(next_of(*log));
    while (!next.empty()) {
        Log& log = *logs_[std::get<2>(next.top())];
        next.pop();
        bool more = true;
        while (more && (next.empty() || next_of(log) < next.top()))
            more = accept(log) && advance(log);
        if (more)
            next.push(next_of(log));
    }
}

} // namespace

bool begins_lpel(std::string_view begin) {
    const FileKind kind = kind_of(begin);
    return kind != FileKind::other && kind != FileKind::empty;
}

std::unique_ptr<LogReader> lpel_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<LpelReader>(sources, how.workers);
}

} // namespace ilm
