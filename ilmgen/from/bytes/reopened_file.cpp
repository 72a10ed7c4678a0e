// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/reopened_file.h"

#include "ilmgen/model/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <mutex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace ilm {

namespace {

/// Descriptors of the files that were read last.  A thread that reads a file holds its descriptor,
/// so the file stays open even if it is forgotten here meanwhile.
class RecentlyRead {
public:
    static RecentlyRead& files() {
        static RecentlyRead all;
        return all;
    }

    /// Null if it has been forgotten.
    std::shared_ptr<const Descriptor> find(const ReopenedFile* file) {
        const std::lock_guard lock(mutex_);
        const auto found = where_.find(file);
        if (found == where_.end())
            return nullptr;
        recent_.splice(recent_.begin(), recent_, found->second);
        return found->second->open;
    }

    void keep(const ReopenedFile* file, std::shared_ptr<const Descriptor> open) {
        const std::lock_guard lock(mutex_);
        recent_.push_front({file, std::move(open)});
        where_[file] = recent_.begin();
        if (recent_.size() <= most_)
            return;
        where_.erase(recent_.back().file);
        recent_.pop_back();
    }

    void forget(const ReopenedFile* file) {
        const std::lock_guard lock(mutex_);
        const auto found = where_.find(file);
        if (found == where_.end())
            return;
        recent_.erase(found->second);
        where_.erase(found);
    }

private:
    struct Entry {
        const ReopenedFile* file;
        std::shared_ptr<const Descriptor> open;
    };

    /// Half of all descriptors. The other half is for everything else that is open.
    static std::size_t half_of_all() {
        constexpr std::size_t least = 4;
        rlimit limit{};
        if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
            return least;
        return std::max<std::size_t>(least, limit.rlim_cur / 2);
    }

    std::mutex mutex_;
    std::size_t most_ = half_of_all();
    std::list<Entry> recent_; ///< the last one first
    std::unordered_map<const ReopenedFile*, std::list<Entry>::iterator> where_;
};

} // namespace

Descriptor::~Descriptor() {
    ::close(fd_);
}

ReopenedFile::ReopenedFile(const std::string& path, std::shared_ptr<const Descriptor> open)
    : path_(path) {
    struct stat file {};
    if (::fstat(open->fd(), &file) == 0) {
        device_ = file.st_dev;
        inode_ = file.st_ino;
    }
    RecentlyRead::files().keep(this, std::move(open));
}

ReopenedFile::~ReopenedFile() {
    RecentlyRead::files().forget(this);
}

std::shared_ptr<const Descriptor> ReopenedFile::reopened() const {
    const int fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        throw Error(path_ + ": cannot be opened again: " + std::strerror(errno));
    auto open = std::make_shared<const Descriptor>(fd);
    struct stat file {};
    if (::fstat(fd, &file) != 0 || file.st_dev != device_ || file.st_ino != inode_)
        throw Error(path_ + ": has been replaced while it was read");
    RecentlyRead::files().keep(this, open);
    return open;
}

std::size_t ReopenedFile::read(char* to, std::size_t most) {
    std::shared_ptr<const Descriptor> open = RecentlyRead::files().find(this);
    if (open == nullptr)
        open = reopened();
    ssize_t got;
    do
        got = ::pread(open->fd(), to, most, static_cast<off_t>(passed_));
    while (got < 0 && errno == EINTR);
    if (got < 0)
        throw Error(path_ + ": cannot be read: " + std::strerror(errno));
    passed_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
}

} // namespace ilm
