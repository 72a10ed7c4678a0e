// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/storage/large_arrays.h"

#include "ilmgen/storage/container_limit.h"
#include "ilmgen/storage/temporary_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ilm {

namespace {

constexpr std::uint64_t least_rest = std::uint64_t{64} << 20; ///< bytes

/// The data in the page before the array.
struct Header {
    bool in_memory;
};
constexpr std::size_t header_bytes = 4096;

class NoRoom : public std::bad_alloc {
public:
    explicit NoRoom(std::size_t bytes) {
        const std::string error = std::strerror(errno);
        what_ = "no room for " + std::to_string(bytes >> 20) + " MiB in " + temporary_folder() +
                " (TMPDIR names another folder): " + error;
    }
    const char* what() const noexcept override { return what_.c_str(); }

private:
    std::string what_;
};

class NoMemory : public std::bad_alloc {
public:
    const char* what() const noexcept override {
        return "there is not enough memory; `ulimit -a` says how much a process may have";
    }
};

std::size_t most_in_memory = std::numeric_limits<std::size_t>::max();
std::atomic<std::size_t> in_memory = 0;

bool fits_into_memory(std::size_t bytes) {
    if (in_memory.fetch_add(bytes) + bytes <= most_in_memory)
        return true;
    in_memory -= bytes;
    return false;
}

void* map(std::size_t bytes, int flags, int fd) {
    return ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
}

/// Returns MAP_FAILED if there is no memory for the array.
void* map_memory(std::size_t bytes) {
    if (!fits_into_memory(bytes))
        return MAP_FAILED;
    void* const mapped = map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    if (mapped == MAP_FAILED)
        in_memory -= bytes;
    return mapped;
}

/// The whole file is allocated before it is mapped, because a full disk must be an error, not a
/// signal.
void* map_file(std::size_t bytes) {
    const int fd = open_temporary_file();
    if (fd < 0)
        throw NoRoom(bytes);
    errno = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    const bool has_room = errno == 0;
    void* const mapped = has_room ? map(bytes, MAP_SHARED, fd) : MAP_FAILED;
    const int error = errno;
    ::close(fd);
    errno = error;
    if (!has_room)
        throw NoRoom(bytes);
    if (mapped == MAP_FAILED)
        throw NoMemory();
    return mapped;
}

/// The most memory that the process may have by its own limit (ulimit -d) and by its container's
/// limit. In a container, the parts of files that are in memory count, too, so half of its limit is
/// left to them.
std::uint64_t hard_limit() {
    ::rlimit limit{};
    const std::uint64_t own =
        ::getrlimit(RLIMIT_DATA, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
    return std::min(own, container_limit() / 2);
}

/// The memory that large arrays leave to everything else: texts, tables, smaller arrays, stacks of
/// threads. Example: of 2,048 MiB they leave 256.
std::uint64_t rest_of(std::uint64_t bytes) {
    return std::min(bytes, std::max(bytes / 8, least_rest));
}

} // namespace

void limit_memory_of_large_arrays(std::uint64_t bytes) {
    const std::uint64_t most = std::min(bytes, hard_limit());
    most_in_memory = most - rest_of(most);
}

void explain_lack_of_memory() {
    std::set_new_handler([] { throw NoMemory(); });
}

void* new_large_array(std::size_t size) {
    const std::size_t bytes = size + header_bytes;
    void* at = map_memory(bytes);
    const bool fits = at != MAP_FAILED;
    if (!fits)
        at = map_file(bytes);
    ::new (at) Header{fits};
    return static_cast<char*>(at) + header_bytes;
}

void delete_large_array(void* array, std::size_t size) {
    const std::size_t bytes = size + header_bytes;
    void* const at = static_cast<char*>(array) - header_bytes;
    if (static_cast<Header*>(at)->in_memory)
        in_memory -= bytes;
    ::munmap(at, bytes);
}

} // namespace ilm
