// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/input_file.h"

#include "ilmgen/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ilm {

namespace {
constexpr std::size_t chunk = std::size_t{1} << 18;
}

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(chunk + 1), next_(buffer_.data()), end_(next_) {
    if (fd_ < 0)
        throw Error(name_ + ": cannot be opened: " + std::strerror(errno));
    try {
        refill();
    } catch (...) {
        if (fd_ != STDIN_FILENO)
            ::close(fd_);
        throw;
    }
}

InputFile::~InputFile() {
    if (fd_ != STDIN_FILENO)
        ::close(fd_);
}

void InputFile::refill() {
    passed_ += static_cast<std::size_t>(end_ - buffer_.data());
    next_ = end_ = buffer_.data();
    ssize_t got;
    do
        got = ::read(fd_, buffer_.data(), chunk);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        throw Error(name_ + ": cannot be read: " + std::strerror(errno));
    end_ += got;
    *end_ = '\0';
}

} // namespace ilm
