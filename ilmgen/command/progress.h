// SPDX-License-Identifier: GPL-2.0-or-later
//
// A waiting user sees a bar on the terminal.
#ifndef ILMGEN_COMMAND_PROGRESS_H
#define ILMGEN_COMMAND_PROGRESS_H

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/model/event.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ilm {

/// How far the work is.
struct Progress {
    std::uint64_t bytes = 0;                ///< of the file, read so far
    std::optional<std::uint64_t> all_bytes; ///< empty for a pipe
    std::uint64_t events = 0;
    double seconds = 0; ///< since the beginning, above 0
};

/// A line on standard error, if that is a terminal.  It is shown from the first second on, is not
/// renewed too often, and goes away with this object.
class StatusLine {
public:
    explicit StatusLine(bool quiet);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    bool wanted() const { return wanted_; }
    /// Whether it is time for another line.
    bool due() const { return wanted_ && Clock::now() >= next_; }
    /// Shows what begins now and may take long.
    void announce(const std::string& what);
    /// Shows the line in place of the line before, cut to the terminal's width.
    void show(const std::string& line);
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    const bool wanted_;
    const Clock::time_point first_ = Clock::now() + std::chrono::seconds(1);
    Clock::time_point next_ = first_;
    bool shown_ = false;
};

/// The text of the line, in at most `columns` columns: a bar, events per second and the time left,
/// as far as they are known.
std::string progress_line(const Progress& progress, std::size_t columns);

/// Hands events on and shows how far they are.
class ProgressBar : public EventSink {
public:
    ProgressBar(const LogSources& sources, EventSink& next, StatusLine& status)
        : sources_(sources), next_(next), status_(status) {}

    void event(const Event& event) override;

private:
    using Clock = std::chrono::steady_clock;

    void show();

    const LogSources& sources_;
    EventSink& next_;
    const Clock::time_point start_ = Clock::now();
    StatusLine& status_;
    std::uint64_t events_ = 0;
};

} // namespace ilm

#endif
