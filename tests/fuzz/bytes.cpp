// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/fuzz/bytes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

namespace {

/// A pipe keeps each packet on a page of its own.
constexpr std::size_t page = 4096;
constexpr int most_packets = 256;

void write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        require(written > 0, "the harness cannot write");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

void fail(const std::string& what) {
    std::fprintf(stderr, "does not hold: %s\n", what.c_str());
    std::abort();
}

Bytes Bytes::at_once(std::string_view text) {
    const int fd = ::memfd_create("trace", MFD_CLOEXEC);
    require(fd >= 0, "the harness has no memory file");
    write_all(fd, text);
    return Bytes(fd);
}

Bytes Bytes::in_pieces(std::string_view text) {
    int ends[2];
    // Packets: no read gets more than one write gave.
    require(::pipe2(ends, O_DIRECT | O_CLOEXEC) == 0, "the harness has no pipe");
    const int room = ::fcntl(ends[1], F_SETPIPE_SZ, most_packets * static_cast<int>(page));
    require(room >= 0, "the harness has no large pipe");
    const std::size_t packets = static_cast<std::size_t>(room) / page;
    const std::size_t size = text.size() / packets + 1;
    require(size <= page, "the input is too large for a pipe");
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
        write_all(ends[1], text.substr(0, size));
    ::close(ends[1]);
    return Bytes(ends[0]);
}

Bytes::~Bytes() {
    ::close(fd_);
}

std::string Bytes::path() const {
    return "/proc/self/fd/" + std::to_string(fd_);
}

void capture_output() {
    const int fd = ::memfd_create("output", MFD_CLOEXEC);
    require(fd >= 0 && ::dup2(fd, STDOUT_FILENO) >= 0, "standard output cannot be captured");
    ::close(fd);
}

std::string captured_output() {
    const off_t size = ::lseek(STDOUT_FILENO, 0, SEEK_END);
    std::string text(static_cast<std::size_t>(size), '\0');
    require(::pread(STDOUT_FILENO, text.data(), text.size(), 0) == size,
            "standard output cannot be read back");
    require(::ftruncate(STDOUT_FILENO, 0) == 0 && ::lseek(STDOUT_FILENO, 0, SEEK_SET) == 0,
            "standard output cannot be emptied");
    return text;
}

} // namespace fuzz
