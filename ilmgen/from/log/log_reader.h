// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface of all readers. The stages behind a reader do not know which log an event came
// from.
#ifndef ILMGEN_FROM_LOG_LOG_READER_H
#define ILMGEN_FROM_LOG_LOG_READER_H

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace ilm {

class LogReader {
public:
    virtual ~LogReader() = default;

    /// Does what read_trace() does. To be called once.
    virtual std::optional<Damage> read(EventSink& sink) = 0;

    /// After read(): threads with the same number share a clock.
    virtual std::uint64_t clock_of(ThreadId thid) const { return thid; }

    /// To be called after read().  The format is also known before.
    virtual Origin origin() const { return {}; }
    virtual LogFigures figures() const { return {}; }
};

/// The order that a collective operation of MPI imposes.
enum class Collectives : std::uint8_t {
    data,     ///< a rank that needs others' data comes after them
    barriers, ///< every rank comes after all ranks
};

/// How a person wants logs to be read.
struct Reading {
    std::string from = "auto"; ///< a format's name
    std::uint64_t threads = 0; ///< --threads; 0: ilmgen chooses by machine and log
    bool workers = false;      ///< LPEL: a worker, not a task, is a thread
    std::string map;           ///< file that says what event types mean; empty: none
    /// States whose duration is no work. Empty: those states of an Alog that are calls of MPI which
    /// wait for others.
    std::optional<std::set<std::string>> waiting;
    std::string cost = "time"; ///< or a counter's name
    /// hpcmp: for each run to read, the pid of its first process or of a rank. Empty if the input
    /// must be one run.
    std::set<std::uint64_t> runs;
    Collectives collectives = Collectives::data; ///< hpcmp
    bool recover = false; ///< hpcmp: read the ranks that are there if some are missing
    bool align = false;   ///< make the clocks of several processes agree
};

/// Throws Error if `how` has options about the meaning of a log's entries. A reader calls it if
/// such options have no effect on its log, because an option without effect is a mistake. `what`: a
/// description of the log, for the message.
void refuse_meaning(const Reading& how, const std::string& what);

/// For formats of one file: that file.  Throws Error if there are several.
LogSource& only_file(LogSources& sources, const char* format);

} // namespace ilm

#endif
