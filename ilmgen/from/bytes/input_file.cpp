// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/input_file.h"

#include "ilmgen/model/error.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ilm {

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      cancelled_(::eventfd(0, EFD_CLOEXEC)) {
    if (fd_ < 0)
        throw Error(name_ + ": cannot be opened: " + std::strerror(errno));
    begin_.resize(1);
    try {
        begin_.resize(read_file(begin_.data(), 1));
    } catch (...) {
        close();
        throw;
    }
}

InputFile::~InputFile() {
    close();
}

void InputFile::close() {
    ::close(cancelled_);
    if (fd_ != STDIN_FILENO)
        ::close(fd_);
}

void InputFile::cancel() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(cancelled_, &one, sizeof one);
}

std::optional<std::uint64_t> InputFile::size() const {
    struct stat file {};
    if (::fstat(fd_, &file) != 0 || !S_ISREG(file.st_mode))
        return std::nullopt;
    return static_cast<std::uint64_t>(file.st_size);
}

std::size_t InputFile::read(char* to, std::size_t most) {
    if (begin_.empty())
        return read_file(to, most);
    const std::size_t got = begin_.copy(to, most);
    begin_.erase(0, got);
    return got;
}

std::size_t InputFile::read_file(char* to, std::size_t most) {
    std::array<pollfd, 2> waiting{{{fd_, POLLIN, 0}, {cancelled_, POLLIN, 0}}};
    ssize_t got;
    do {
        got = ::poll(waiting.data(), waiting.size(), -1);
        if (waiting[1].revents != 0)
            return 0;
        if (got >= 0)
            got = ::read(fd_, to, most);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        throw Error(name_ + ": cannot be read: " + std::strerror(errno));
    passed_.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    return static_cast<std::size_t>(got);
}

} // namespace ilm
