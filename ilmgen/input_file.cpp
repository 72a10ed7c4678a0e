// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/input_file.h"

#include "ilmgen/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ilm {

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
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
    if (fd_ != STDIN_FILENO)
        ::close(fd_);
}

std::size_t InputFile::read(char* to, std::size_t most) {
    if (begin_.empty())
        return read_file(to, most);
    const std::size_t got = begin_.copy(to, most);
    begin_.erase(0, got);
    return got;
}

std::size_t InputFile::read_file(char* to, std::size_t most) {
    ssize_t got;
    do
        got = ::read(fd_, to, most);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        throw Error(name_ + ": cannot be read: " + std::strerror(errno));
    return static_cast<std::size_t>(got);
}

} // namespace ilm
