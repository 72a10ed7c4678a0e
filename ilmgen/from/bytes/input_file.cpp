// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/input_file.h"

#include "ilmgen/from/bytes/reopened_file.h"
#include "ilmgen/from/bytes/stream_file.h"
#include "ilmgen/model/called_by_hpcmp.h"
#include "ilmgen/model/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ilm {

namespace {

std::optional<std::uint64_t> size_of_regular(int fd) {
    struct stat file {};
    if (::fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return std::nullopt;
    return static_cast<std::uint64_t>(file.st_size);
}

std::shared_ptr<const Descriptor> opened(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        throw Error(path + ": cannot be opened: " + std::strerror(errno));
    return std::make_shared<const Descriptor>(fd);
}

} // namespace

/// Standard input may be at any position of a file, so it is read as a stream.
InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : name_in_messages(path)) {
    if (path == "-") {
        size_ = size_of_regular(STDIN_FILENO);
        bytes_ = std::make_unique<StreamFile>(name_, nullptr);
    } else {
        auto open = opened(path);
        size_ = size_of_regular(open->fd());
        if (size_)
            bytes_ = std::make_unique<ReopenedFile>(path, std::move(open));
        else
            bytes_ = std::make_unique<StreamFile>(path, std::move(open));
    }
    begin_.resize(1);
    begin_.resize(read_on(begin_.data(), 1));
}

std::size_t InputFile::read(char* to, std::size_t most) {
    if (begin_.empty())
        return read_on(to, most);
    const std::size_t got = begin_.copy(to, most);
    begin_.erase(0, got);
    return got;
}

std::size_t InputFile::read_on(char* to, std::size_t most) {
    const std::size_t got = bytes_->read(to, most);
    passed_.fetch_add(got, std::memory_order_relaxed);
    return got;
}

} // namespace ilm
