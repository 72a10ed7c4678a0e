// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/output_file.h"

#include "ilmgen/emit/file/temporaries.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/held_signals.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ilm {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::size_t most_at_once = std::size_t{1} << 16;

/// The permissions of a new file, or those of the one that it replaces.
mode_t permissions(const char* path) {
    struct stat old {};
    if (::stat(path, &old) == 0)
        return old.st_mode & 0777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

OutputFile::OutputFile(const std::string& path, Guard guard)
    : name_(path == "-" ? "standard output" : path), path_(path), guard_(std::move(guard)),
      encoder_(encoder_for(path)), buffer_(buffer_size), end_(buffer_.data()) {
    if (path == "-") {
        fd_ = STDOUT_FILENO;
        return;
    }
    struct stat old {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (fd_ < 0)
            fail("cannot be opened");
        return;
    }
    if (exists) // through symbolic links, which stay
        path_ = std::filesystem::canonical(path).string();
    open_temporary();
}

void OutputFile::open_temporary() {
    temporary_ = path_ + ".XXXXXX";
    const HeldSignals held;
    fd_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (fd_ < 0) {
        temporary_.clear();
        fail("cannot be created");
    }
    remember_temporary(temporary_.c_str());
    ::fchmod(fd_, permissions(path_.c_str()));
}

OutputFile::~OutputFile() {
    discard();
}

void OutputFile::flush() {
    const std::string_view text(buffer_.data(), static_cast<std::size_t>(end_ - buffer_.data()));
    if (encoder_ == nullptr)
        write_all(text);
    else
        encoder_->encode(text, [this](std::string_view bytes) { write_all(bytes); });
    end_ = buffer_.data();
}

void OutputFile::write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            fail("cannot be written");
    }
}

void OutputFile::write(std::string_view text) {
    while (!text.empty()) {
        const std::size_t part = std::min(text.size(), most_at_once);
        end_ = std::copy_n(text.data(), part, room(part));
        text.remove_prefix(part);
    }
}

void OutputFile::commit() {
    flush();
    if (encoder_ != nullptr)
        encoder_->finish([this](std::string_view bytes) { write_all(bytes); });
    if (fd_ != STDOUT_FILENO)
        close();
    if (temporary_.empty())
        return;
    rename_temporary();
    forget_temporary(temporary_.c_str());
    temporary_.clear();
}

/// Asks the guard about each file that would be replaced.  The guard is asked again about a file
/// that it has seen before, because much may have happened since.
void OutputFile::rename_temporary() {
    const char* const from = temporary_.c_str();
    const char* const to = path_.c_str();
    if (guard_ != nullptr) {
        if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
            return;
        guard_(path_);
    }
    if (::rename(from, to) != 0)
        fail("cannot be renamed");
}

void OutputFile::close() {
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0)
        fail("cannot be written");
}

void OutputFile::fail(const char* what) const {
    throw Error(name_ + ": " + what + ": " + std::strerror(errno));
}

void OutputFile::discard() {
    if (fd_ >= 0 && fd_ != STDOUT_FILENO)
        ::close(fd_);
    if (temporary_.empty())
        return;
    ::unlink(temporary_.c_str());
    forget_temporary(temporary_.c_str());
}

} // namespace ilm
