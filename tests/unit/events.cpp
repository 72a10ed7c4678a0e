// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/events.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

namespace test {

std::span<const BlockUsage> traffic(std::vector<BlockUsage> usage) {
    static std::deque<std::vector<BlockUsage>> all;
    return all.emplace_back(std::move(usage));
}

std::string_view text(std::string_view text) {
    static std::set<std::string, std::less<>> all;
    return *all.emplace(text).first;
}

Event kept(Event event) {
    event.prim = text(event.prim);
    event.usage = traffic(std::vector(event.usage.begin(), event.usage.end()));
    return event;
}

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

TemporaryFile::TemporaryFile(const std::string& content)
    : path_(std::filesystem::temp_directory_path() / "ilmgen-test.XXXXXX") {
    const int fd = ::mkstemp(path_.data());
    REQUIRE(fd >= 0);
    ::close(fd);
    std::ofstream(path_, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() {
    ::unlink(path_.c_str());
}

Folder::Folder() : path_(std::filesystem::temp_directory_path() / "ilmgen-test.XXXXXX") {
    REQUIRE(::mkdtemp(path_.data()) != nullptr);
}

Folder::~Folder() {
    std::filesystem::remove_all(path_);
}

std::size_t Folder::files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
}

} // namespace test
