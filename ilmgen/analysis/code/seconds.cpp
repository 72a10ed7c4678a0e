// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/seconds.h"

#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>

namespace ilm {

namespace {

/// Processors that change nothing are left out.
std::string times_text(const Report& report) {
    const std::string time = figure_time;
    std::string text;
    std::string latest;
    bool is_same = false;
    for (const Figure& figure : report.figures) {
        const bool is_work = figure.name == figure_work;
        if (!is_work && (!figure.name.starts_with(time) || figure.name == time + "1"))
            continue;
        const TimeRange& range = is_work ? report.range_on_one : figure.range;
        const std::string value =
            range.is_wide()
                ? between(rounded_cost(range.p10, "ns"), rounded_cost(range.p90, "ns")) +
                      (range.has_two_states ? " (two stable states)" : "")
                : rounded_cost(is_work ? report.time_on_one : std::get<std::uint64_t>(figure.value),
                               "ns");
        is_same = value == latest;
        if (!is_same)
            text += is_work ? value + " on one core"
                            : ", " + value + " on " + figure.name.substr(time.size());
        latest = value;
    }
    return text + (is_same ? " and more" : "");
}

std::string away_text(const Report& report, Away why) {
    const AwayWords words = words_of(why);
    const Figure* const away = find_figure(report, words.key);
    return away == nullptr ? ""
                           : std::string("threads ") + words.they_do + " for " +
                                 rounded_cost(std::get<std::uint64_t>(away->value), "ns") +
                                 " in all, which takes no processor";
}

/// On one core a run takes its CPU time plus the time in which no thread can work. The model knows
/// only a part of the latter: the time in which all threads sleep, or wait for I/O whose function
/// is known.
std::string unknown_wait_text(const Report& report, const Native& native) {
    constexpr double noticeable = 0.05;
    const double wall_ns = native.on_one().wall_ns;
    const double rest = wall_ns - static_cast<double>(report.time_on_one);
    if (rest < noticeable * wall_ns)
        return "";
    return "for " + rounded_cost(static_cast<std::uint64_t>(rest), "ns") +
           " of its time on one core the program waits without Valgrind for something else than "
           "its threads, their sleeps and the I/O of known functions (other processes, for "
           "example), which is in no time here";
}

} // namespace

std::vector<Finding> seconds(const Report& report, const Native& native) {
    std::vector<Finding> findings = {{"Seconds", times_text(report)},
                                     {"", away_text(report, Away::asleep)},
                                     {"", away_text(report, Away::in_io)},
                                     {"", unknown_wait_text(report, native)}};
    std::erase_if(findings, [](const Finding& finding) { return finding.text.empty(); });
    return findings;
}

} // namespace ilm
