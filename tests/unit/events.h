// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events that last, and files to read them from.
#ifndef TESTS_UNIT_EVENTS_H
#define TESTS_UNIT_EVENTS_H

#include "ilmgen/from/bytes/byte_source.h"
#include "ilmgen/model/event.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace test {

using namespace ilm;

/// Copies to which an event may point until the tests end.
std::span<const BlockUsage> traffic(std::vector<BlockUsage> usage);
std::string_view text(std::string_view text);
/// The event, with copies of its own of what it points to.
Event kept(Event event);

/// All that a file holds.
std::string content(const std::string& path);

/// A source that gives at most `piece` bytes at a time.
class Bytes : public ByteSource {
public:
    explicit Bytes(std::string_view bytes, std::size_t piece = SIZE_MAX)
        : rest_(bytes), piece_(piece) {}
    std::size_t read(char* to, std::size_t most) override {
        const std::size_t got = rest_.copy(to, std::min(most, piece_));
        rest_.remove_prefix(got);
        return got;
    }

private:
    std::string_view rest_;
    std::size_t piece_;
};

/// A file that goes away with this.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& content);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// A folder that goes away with this.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    /// How many files are in it.
    std::size_t files() const;

private:
    std::string path_;
};

} // namespace test

#endif
