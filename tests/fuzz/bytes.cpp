// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/fuzz/bytes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

void fail(const std::string& what) {
    std::fprintf(stderr, "does not hold: %s\n", what.c_str());
    std::abort();
}

std::size_t Bytes::read(char* to, std::size_t most) {
    const std::size_t got = rest_.copy(to, std::min(most, piece_));
    rest_.remove_prefix(got);
    return got;
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
