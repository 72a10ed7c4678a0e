// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/process_infos.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

namespace {

/// Takes a word off the front of the text, if it is there.
bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

/// Takes all that comes before the first such word.
bool take_until(std::string_view& text, std::string_view word) {
    const std::size_t found = text.find(word);
    if (found == std::string_view::npos)
        return false;
    text.remove_prefix(found);
    return true;
}

/// A number behind a word.
std::optional<std::uint64_t> take_number_behind(std::string_view& text, std::string_view behind) {
    return take(text, behind) ? ilm::take_number(text) : std::nullopt;
}

std::optional<ProcessId> take_process(std::string_view& text) {
    const auto pid = take_number_behind(text, TRACE_INFO_PID);
    const auto tick = pid ? take_number_behind(text, TRACE_INFO_STARTED) : std::nullopt;
    if (!tick || !take(text, ","))
        return std::nullopt;
    return ProcessId{*pid, *tick, 0};
}

/// Returns the P of "process P WHAT".
std::optional<Pid> process_that(std::string_view info, std::string_view what) {
    const auto pid = take_number_behind(info, TRACE_INFO_PROCESS);
    return pid && info == what ? pid : std::nullopt;
}

} // namespace

std::optional<ProgramBegin> program_begin(std::string_view info) {
    if (!take(info, TRACE_INFO_TOOL) || !take_until(info, TRACE_INFO_PID))
        return std::nullopt;
    const std::optional<ProcessId> process = take_process(info);
    if (!process)
        return std::nullopt;
    ProgramBegin begin{*process, *process, {}, {}};
    if (take(info, TRACE_INFO_RUN)) {
        const std::optional<ProcessId> run = take_process(info);
        if (!run)
            return std::nullopt;
        begin.run = *run;
    }
    begin.rank = take_rank(info);
    if (begin.rank)
        begin.process.rank = begin.rank->number + 1;
    if (take_until(info, TRACE_INFO_COMMAND) && take(info, TRACE_INFO_COMMAND))
        begin.command = info;
    return begin;
}

std::optional<ForkedBy> forked_by(std::string_view info) {
    const auto pid = take_number_behind(info, TRACE_INFO_BEGUN);
    const auto thread = pid ? take_number_behind(info, TRACE_INFO_BY_THREAD) : std::nullopt;
    const auto after = thread ? take_number_behind(info, TRACE_INFO_AFTER) : std::nullopt;
    if (!after || !take(info, " of "))
        return std::nullopt;
    return ForkedBy{*pid, *after, std::string(last_part(info))};
}

std::optional<Pid> begun_process(std::string_view info) {
    return process_that(info, TRACE_INFO_BEGINS);
}

std::optional<Pid> ended_process(std::string_view info) {
    return process_that(info, TRACE_INFO_ENDED);
}

} // namespace ilm
