// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/log_source.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <filesystem>

namespace ilm {

namespace {

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator file(folder, error), end; file != end;
         file.increment(error))
        if (file->is_regular_file(error))
            paths.push_back(file->path().string());
    if (error)
        throw Error(folder + ": cannot be read: " + error.message());
    if (paths.empty())
        throw Error(folder + ": there is no file in it");
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

/// Stops as soon as the text is known to be JSON, because a program that writes JSON into a pipe
/// may wait for long before it writes the next bytes.
std::string_view LogSource::begin() {
    while (begin_.size() < longest_begin && !begins_json_array(begin_) && !broken_) {
        const std::size_t had = begin_.size();
        begin_.resize(longest_begin);
        std::size_t got = 0;
        try {
            got = text_.read(begin_.data() + had, longest_begin - had);
        } catch (const BrokenSource& broken) {
            broken_ = broken;
        }
        begin_.resize(had + got);
        if (got == 0)
            break;
    }
    return begin_;
}

std::size_t LogSource::read(char* to, std::size_t most) {
    const std::size_t got = read_on(to, most);
    if (kept_.size() < longest_begin)
        kept_.append(to, std::min(got, longest_begin - kept_.size()));
    return got;
}

std::size_t LogSource::read_on(char* to, std::size_t most) {
    if (given_ < begin_.size()) {
        const std::size_t got = begin_.copy(to, most, given_);
        given_ += got;
        return got;
    }
    if (broken_)
        throw *broken_;
    return text_.read(to, most);
}

LogSources::LogSources(const std::vector<std::string>& paths)
    : name_(paths.front() + (paths.size() > 1 ? ", ..." : "")) {
    for (const std::string& path : paths)
        add(path);
    if (files_.size() == 1)
        name_ = files_.front()->name();
}

void LogSources::add(const std::string& path) {
    std::error_code error;
    if (path == "-" || !std::filesystem::is_directory(path, error)) {
        files_.push_back(std::make_unique<LogSource>(path));
        return;
    }
    for (const std::string& file : files_in(path))
        files_.push_back(std::make_unique<LogSource>(file, true));
}

std::optional<std::uint64_t> LogSources::size() const {
    std::uint64_t bytes = 0;
    for (const auto& file : files_) {
        const std::optional<std::uint64_t> size = file->file().size();
        if (!size)
            return std::nullopt;
        bytes += *size;
    }
    return bytes;
}

std::uint64_t LogSources::passed() const {
    std::uint64_t bytes = 0;
    for (const auto& file : files_)
        bytes += file->file().passed();
    return bytes;
}

} // namespace ilm
