// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes in memory as files, since ilmgen reads and writes files.
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include <cstddef>
#include <string>
#include <string_view>

namespace fuzz {

/// Says what does not hold and aborts, which libFuzzer takes for a crash.
[[noreturn]] void fail(const std::string& what);

inline void require(bool holds, const char* what) {
    if (!holds)
        fail(what);
}

/// A file to be read, until this goes away.
class Bytes {
public:
    /// A read gets as much as it asks for.
    static Bytes at_once(std::string_view text);
    /// A read gets a small piece, as from a pipe that is filled slowly.
    static Bytes in_pieces(std::string_view text);
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;
    ~Bytes();

    std::string path() const;

private:
    explicit Bytes(int fd) : fd_(fd) {}

    int fd_;
};

/// What is written to standard output from now on goes to memory.
void capture_output();
/// What was written since the last call.
std::string captured_output();

} // namespace fuzz

#endif
