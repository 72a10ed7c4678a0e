// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/open_log.h"

#include "ilmgen/from/processes/processes.h"
#include "ilmgen/from/trace/hpcmp.h"
#include "ilmgen/logs/readers.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace ilm {

namespace {

/// A way to read logs.
struct Format {
    const char* name;
    const char* is; ///< what a message calls one of its files
    /// Whether a file that begins with these bytes has this format.
    bool (*begins)(std::string_view begin);
    std::unique_ptr<LogReader> (*reader)(LogSources& sources, const Reading& how);
};

/// Several traces are those of the processes of one run.
std::unique_ptr<LogReader> traces_reader(LogSources& sources, const Reading& how) {
    return sources.files().size() > 1 ? processes_reader(sources, how) : hpcmp_reader(sources, how);
}

/// Formats that are easy to tell come first.
constexpr std::array formats = {
    Format{"hpcmp", "a raw trace", begins_hpcmp, traces_reader},
    Format{"gist", "a Gist log", begins_gist, gist_reader},
    Format{"alog", "an Alog log", begins_alog, alog_reader},
    Format{"lpel", "a log of LPEL", begins_lpel, lpel_reader},
};

const Format& format_named(const std::string& name) {
    const auto* const found = std::find_if(
        formats.begin(), formats.end(), [&](const Format& format) { return name == format.name; });
    if (found == formats.end())
        throw Error("--from: there is no format '" + name + "'");
    return *found;
}

/// Null if the file begins like none of the formats.
const Format* format_of(LogSource& file) {
    for (const Format& format : formats)
        if (format.begins(file.begin()))
            return &format;
    return nullptr;
}

/// The format of the first file whose format is recognised. If there is none, returns that of a
/// trace, because its reader then says what is wrong.
const Format& format_of(LogSources& sources) {
    for (const auto& file : sources.files())
        if (const Format* const format = format_of(*file))
            return *format;
    return formats.front();
}

} // namespace

std::unique_ptr<LogReader> open_log(LogSources& sources, const Reading& how) {
    const Format& format = how.from == "auto" ? format_of(sources) : format_named(how.from);
    if (const std::string name = format.name; name != "alog" && name != "gist")
        refuse_meaning(how, "of the format " + name);
    std::unique_ptr<LogReader> log = format.reader(sources, how);
    return how.align ? aligned_log(std::move(log)) : std::move(log);
}

std::string log_format(const std::string& path) {
    std::error_code error;
    if (path == "-" || !std::filesystem::is_regular_file(path, error))
        return "";
    LogSource file(path);
    const Format* const format = format_of(file);
    return format == nullptr || format == &formats.front() ? "" : format->name;
}

std::string foreign_log(std::string_view begin) {
    const auto* const found =
        std::find_if(formats.begin() + 1, formats.end(),
                     [begin](const Format& format) { return format.begins(begin); });
    return found == formats.end() ? "" : found->is;
}

std::vector<std::string> log_formats() {
    std::vector<std::string> names;
    for (const Format& format : formats)
        names.emplace_back(format.name);
    return names;
}

} // namespace ilm
