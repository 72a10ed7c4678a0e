// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/progress.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ilm {

namespace {

/// Three digits, a gap, a prefix such as M, and a unit.
std::string rounded(double number, const char* gap, const char* unit) {
    constexpr std::array prefixes = {"", "k", "M", "G", "T", "P", "E"};
    std::size_t prefix = 0;
    for (; number >= 999.5 && prefix + 1 < prefixes.size(); ++prefix)
        number /= 1000;
    std::array<char, 64> text{};
    const int decimals = prefix == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
    std::snprintf(text.data(), text.size(), "%.*f%s%s%s", decimals, number, gap, prefixes[prefix],
                  unit);
    return text.data();
}

std::string hours_and_minutes(double seconds) {
    constexpr double longest = 1e9;
    const auto whole = static_cast<std::uint64_t>(std::min(seconds, longest) + 0.5);
    std::array<char, 32> text{};
    if (whole < 3600)
        std::snprintf(text.data(), text.size(), "%u:%02u", static_cast<unsigned>(whole / 60),
                      static_cast<unsigned>(whole % 60));
    else
        std::snprintf(text.data(), text.size(), "%u:%02u:%02u", static_cast<unsigned>(whole / 3600),
                      static_cast<unsigned>(whole / 60 % 60), static_cast<unsigned>(whole % 60));
    return text.data();
}

std::string bar(double part, std::size_t width) {
    const auto full = static_cast<std::size_t>(part * static_cast<double>(width));
    std::string text(width, ' ');
    std::fill_n(text.begin(), full, '=');
    if (full < width)
        text[full] = '>';
    return "[" + text + "]";
}

std::size_t terminal_columns() {
    constexpr std::size_t usual = 80;
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

} // namespace

std::string progress_line(const Progress& progress, std::size_t columns) {
    const auto bytes = static_cast<double>(progress.bytes);
    const std::string rate =
        rounded(static_cast<double>(progress.events) / progress.seconds, "", " events/s");
    std::string text = rounded(bytes, " ", "B");
    if (!progress.all_bytes || *progress.all_bytes == 0) {
        text += "  " + rate + "  " + hours_and_minutes(progress.seconds);
        return text.substr(0, columns);
    }
    const auto all = static_cast<double>(*progress.all_bytes);
    const double part = std::min(bytes / all, 1.0); // a file may grow
    text += " of " + rounded(all, " ", "B") + "  " + rate;
    if (part > 0)
        text += "  " + hours_and_minutes(progress.seconds * (1 - part) / part) + " left";
    constexpr std::size_t around_bar = 9; // brackets, blanks, percentage
    constexpr std::size_t narrowest = 5;
    if (columns >= text.size() + around_bar + narrowest) {
        std::array<char, 16> percent{};
        std::snprintf(percent.data(), percent.size(), " %3d%%  ", static_cast<int>(100 * part));
        text = bar(part, columns - text.size() - around_bar) + percent.data() + text;
    }
    return text.substr(0, columns);
}

StatusLine::StatusLine(bool quiet) : wanted_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

void StatusLine::show(const std::string& line) {
    next_ = Clock::now() + std::chrono::milliseconds(200);
    // Terminals wrap in the last column.
    std::cerr << "\r\033[K" << line.substr(0, terminal_columns() - 1) << std::flush;
    shown_ = true;
}

void StatusLine::announce(const std::string& what) {
    if (wanted_ && Clock::now() >= first_)
        show("Analysing: " + what);
}

void StatusLine::clear() {
    if (shown_)
        std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

void ProgressBar::event(const Event& event) {
    constexpr std::uint64_t events_a_look = 1024;
    next_.event(event);
    if (++events_ % events_a_look == 0 && status_.due())
        show();
}

void ProgressBar::show() {
    const std::chrono::duration<double> seconds = Clock::now() - start_;
    status_.show(progress_line({sources_.passed(), sources_.size(), events_, seconds.count()},
                               terminal_columns() - 1));
}

} // namespace ilm
