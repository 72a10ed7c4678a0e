// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a person sees who waits: a bar on the terminal.
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
    std::uint64_t bytes = 0;                ///< of the file, that are read
    std::optional<std::uint64_t> all_bytes; ///< unknown of a pipe
    std::uint64_t events = 0;
    double seconds = 0; ///< since the beginning, above 0
};

/// A bar of what is known, events per second, time left, in at most so many columns.
std::string progress_line(const Progress& progress, std::size_t columns);

/// Hands events on and shows how far they are on standard error, from the first second on.  The
/// line goes away with it.
class ProgressBar : public EventSink {
public:
    ProgressBar(const LogSources& sources, EventSink& next) : sources_(sources), next_(next) {}
    ~ProgressBar() override;
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void event(const Event& event) override;

private:
    using Clock = std::chrono::steady_clock;

    void look_at_clock();

    const LogSources& sources_;
    EventSink& next_;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point next_look_ = start_ + std::chrono::seconds(1);
    std::uint64_t events_ = 0;
    bool shown_ = false;
};

/// Whether there is somebody to show it to.
bool stderr_is_terminal();

} // namespace ilm

#endif
