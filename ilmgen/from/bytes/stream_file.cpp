// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/stream_file.h"

#include "ilmgen/model/error.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace ilm {

StreamFile::StreamFile(const std::string& name, std::shared_ptr<const Descriptor> open)
    : name_(name), open_(std::move(open)), cancelled_(::eventfd(0, EFD_CLOEXEC)) {}

void StreamFile::cancel() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(cancelled_.fd(), &one, sizeof one);
}

std::size_t StreamFile::read(char* to, std::size_t most) {
    const int fd = open_ == nullptr ? STDIN_FILENO : open_->fd();
    std::array<pollfd, 2> waiting{{{fd, POLLIN, 0}, {cancelled_.fd(), POLLIN, 0}}};
    ssize_t got;
    do {
        got = ::poll(waiting.data(), waiting.size(), -1);
        if (waiting[1].revents != 0)
            return 0;
        if (got >= 0)
            got = ::read(fd, to, most);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        throw Error(name_ + ": cannot be read: " + std::strerror(errno));
    return static_cast<std::size_t>(got);
}

} // namespace ilm
