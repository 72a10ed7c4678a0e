// SPDX-License-Identifier: GPL-2.0-or-later
//
// Large arrays lie in a range of addresses of their own, so operator delete recognises a large
// array by its address. Each array gets the next part of the range. No part is used again.
#include "ilmgen/model/large_arrays.h"

#include "ilmgen/model/container_limit.h"
#include "ilmgen/model/temporary_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// Sanitizers have an operator new of their own, and see less of ours.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_ANOTHER_NEW
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ANOTHER_NEW
#endif
#endif

#ifdef HAS_ANOTHER_NEW

void ilm::limit_memory_of_large_arrays(std::uint64_t) {}

#else

namespace {

constexpr std::size_t large = std::size_t{4} << 20;           ///< bytes
constexpr std::size_t all_addresses = std::size_t{4} << 40;   ///< bytes
constexpr std::size_t part = std::size_t{2} << 20;            ///< a multiple of any page
constexpr std::uint64_t least_rest = std::uint64_t{64} << 20; ///< bytes

/// The data in the page before the array.
struct Header {
    std::size_t bytes; ///< with the header
    bool in_memory;
};
constexpr std::size_t header_bytes = 4096;

class NoRoom : public std::bad_alloc {
public:
    explicit NoRoom(std::size_t bytes) {
        const std::string error = std::strerror(errno);
        what_ = "no room for " + std::to_string(bytes >> 20) + " MiB in " +
                ilm::temporary_folder() + " (TMPDIR names another folder): " + error;
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

char* addresses = nullptr; ///< null: large arrays are allocated as all others
std::size_t most_in_memory = 0;
std::atomic<std::size_t> taken = 0; ///< of the addresses
std::atomic<std::size_t> in_memory = 0;

bool fits_into_memory(std::size_t bytes) {
    if (in_memory.fetch_add(bytes) + bytes <= most_in_memory)
        return true;
    in_memory -= bytes;
    return false;
}

void* map(char* at, std::size_t bytes, int flags, int fd) {
    return ::mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_FIXED | flags, fd, 0);
}

/// Returns whether there is memory for the array.
bool map_memory(char* at, std::size_t bytes) {
    if (!fits_into_memory(bytes))
        return false;
    if (map(at, bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1) != MAP_FAILED)
        return true;
    in_memory -= bytes;
    return false;
}

/// The whole file is allocated before it is mapped, because a full disk must be an error, not a
/// signal.
void* map_file(char* at, std::size_t bytes) {
    const int fd = ilm::open_temporary_file();
    if (fd < 0)
        throw NoRoom(bytes);
    void* mapped = MAP_FAILED;
    errno = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    if (errno == 0)
        mapped = map(at, bytes, MAP_SHARED, fd);
    const int error = errno;
    ::close(fd);
    errno = error;
    return mapped;
}

/// Returns null if the addresses are used up.
void* new_large_array(std::size_t size) {
    const std::size_t bytes = size + header_bytes;
    const std::size_t begin = taken.fetch_add((bytes + part - 1) / part * part);
    if (begin > all_addresses || all_addresses - begin < bytes)
        return nullptr;
    char* const at = addresses + begin;
    const bool fits = map_memory(at, bytes);
    if (!fits && map_file(at, bytes) == MAP_FAILED)
        throw NoRoom(bytes);
    ::new (at) Header{bytes, fits};
    return at + header_bytes;
}

bool is_large_array(const void* array) {
    const char* const at = static_cast<const char*>(array);
    return addresses != nullptr && at >= addresses && at < addresses + all_addresses;
}

void delete_large_array(void* array) {
    char* const at = static_cast<char*>(array) - header_bytes;
    const Header header = *reinterpret_cast<Header*>(at);
    ::mmap(at, header.bytes, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
           0);
    if (header.in_memory)
        in_memory -= header.bytes;
}

/// The most memory that the process may have by its own limit (ulimit -d) and by its container's
/// limit. In a container, the parts of files that are in memory count, too, so half of its limit is
/// left to them.
std::uint64_t hard_limit() {
    ::rlimit limit{};
    const std::uint64_t own =
        ::getrlimit(RLIMIT_DATA, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
    return std::min(own, ilm::container_limit() / 2);
}

/// The memory that large arrays leave to everything else: texts, tables, smaller arrays, stacks of
/// threads. Example: of 2,048 MiB they leave 256.
std::uint64_t rest_of(std::uint64_t bytes) {
    return std::min(bytes, std::max(bytes / 8, least_rest));
}

} // namespace

namespace ilm {

void limit_memory_of_large_arrays(std::uint64_t bytes) {
    const std::uint64_t most = std::min<std::uint64_t>(bytes, hard_limit());
    most_in_memory = most - rest_of(most);
    void* const range = ::mmap(nullptr, all_addresses, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range != MAP_FAILED) // else addresses are limited, and memory with them
        addresses = static_cast<char*>(range);
}

} // namespace ilm

void* operator new(std::size_t size) {
    if (size >= large && addresses != nullptr)
        if (void* const array = new_large_array(size))
            return array;
    if (void* const object = std::malloc(size))
        return object;
    throw NoMemory();
}

void operator delete(void* object) noexcept {
    if (is_large_array(object))
        delete_large_array(object);
    else
        std::free(object);
}

void operator delete(void* object, std::size_t) noexcept {
    operator delete(object);
}

#endif
