// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/processes.h"

#include "ilmgen/from/processes/joined_run.h"
#include "ilmgen/from/processes/no_peers.h"

#include <iterator>
#include <optional>

namespace ilm {

namespace {

class ProcessesReader : public LogReader {
public:
    ProcessesReader(LogSources& sources, const Reading& how) : sources_(sources), how_(how) {}

    std::optional<Damage> read(EventSink& sink) override {
        ProcessTraces traces = process_traces(sources_, how_);
        figures_ = std::move(traces.figures);
        run_.emplace(all_processes(std::move(traces.processes)), how_.collectives, sink, peers_);
        const std::optional<Damage> stopped = run_->read();
        return stopped ? stopped : peers_.damage();
    }

    LogFigures figures() const override {
        LogFigures figures = figures_;
        figures.counts = {{"processes", run_->processes()}, {"programs", run_->programs()}};
        peers_.add_to(figures);
        return figures;
    }

private:
    LogSources& sources_;
    Reading how_;
    NoPeers peers_;
    std::optional<JoinedRun> run_;
    LogFigures figures_; ///< of the files
};

} // namespace

std::unique_ptr<LogReader> processes_reader(LogSources& sources, const Reading& how) {
    return std::make_unique<ProcessesReader>(sources, how);
}

} // namespace ilm
