// SPDX-License-Identifier: GPL-2.0-or-later
//
// What all readers have in common.  Nothing behind a reader knows which log an
// event came from.
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

    /// As read_trace(); once.
    virtual std::optional<Damage> read(EventSink& sink) = 0;

    /// After read(): threads with the same number share a clock.
    virtual std::uint64_t clock_of(ThreadId thid) const { return thid; }

    /// After read(); but for the format, which is known before.
    virtual Origin origin() const { return {}; }
    virtual LogFigures figures() const { return {}; }
};

/// What order a collective operation of MPI means.
enum class Collectives : std::uint8_t {
    data,     ///< who needs what others have comes after them
    barriers, ///< all come after all
};

/// How a person wants logs to be read.
struct Reading {
    std::string from = "auto"; ///< a format's name
    std::uint64_t threads = 0; ///< at most; 0: what suits machine and log
    bool workers = false;      ///< LPEL: a worker, not a task, is a thread
    std::string map;           ///< file that says what event types mean; empty: none
    /// States whose duration is no work.  If nothing is said, an Alog's that are calls of MPI which
    /// wait for others.
    std::optional<std::set<std::string>> waiting;
    std::string cost = "time"; ///< or a counter's name
    /// hpcmp: of each run that is taken, the pid of its first process or of a rank; empty: there is
    /// one run.
    std::set<std::uint64_t> runs;
    Collectives collectives = Collectives::data; ///< hpcmp
    bool recover = false;                        ///< hpcmp: take the ranks of a job that are there
    bool align = false;                          ///< make the clocks of several processes agree
};

/// What is asked for and would be of no effect is a mistake: throws Error if the options say what
/// the entries of a log mean; `what` it is instead.
void refuse_meaning(const Reading& how, const std::string& what);

/// For formats of one file: that file.  Throws Error if there are several.
LogSource& only_file(LogSources& sources, const char* format);

} // namespace ilm

#endif
