// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrays in memory, arrays in files, and how they are sorted.
#include "ilmgen/storage/large_arrays.h"
#include "tests/unit/events.h"

#include <boost/dynamic_bitset.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace {

using namespace ilm;

constexpr std::size_t mib = std::size_t{1} << 20;

/// Large arrays get 64 MiB of memory and files in a folder, as long as this exists.
class Limited {
public:
    explicit Limited(const std::string& folder) {
        if (const char* const before = std::getenv("TMPDIR"))
            before_ = before;
        ::setenv("TMPDIR", folder.c_str(), 1);
        limit_memory_of_large_arrays(128 * mib);
    }
    ~Limited() {
        if (before_)
            ::setenv("TMPDIR", before_->c_str(), 1);
        else
            ::unsetenv("TMPDIR");
        limit_memory_of_large_arrays(std::numeric_limits<std::uint64_t>::max());
    }
    Limited(const Limited&) = delete;
    Limited& operator=(const Limited&) = delete;

private:
    std::optional<std::string> before_;
};

/// The number of this process's mapped files whose paths contain the text.
std::size_t mapped_files(const std::string& text) {
    std::ifstream maps("/proc/self/maps");
    std::size_t files = 0;
    for (std::string line; std::getline(maps, line);)
        files += line.find(text) == std::string::npos ? 0 : 1;
    return files;
}

void give_back(LargeVector<char>& array) {
    LargeVector<char>().swap(array);
}

} // namespace

TEST_CASE("large arrays that do not fit into memory are files until they are given back") {
    const test::Folder folder;
    const std::string path = folder / "";
    const Limited limited(path);
    LargeVector<char> in_memory(40 * mib, 'm');
    CHECK(mapped_files(path) == 0);
    LargeVector<char> in_file(40 * mib, 'f');
    const LargeVector<char> small(mib, 's');
    CHECK(mapped_files(path) == 1);
    CHECK(std::ranges::count(in_memory, 'm') == 40 * mib);
    CHECK(std::ranges::count(in_file, 'f') == 40 * mib);
    give_back(in_memory);
    const LargeVector<char> in_memory_again(40 * mib);
    CHECK(mapped_files(path) == 1);
    give_back(in_file);
    CHECK(mapped_files(path) == 0);
}

TEST_CASE("arrays in memory grow into files") {
    const test::Folder folder;
    const std::string path = folder / "";
    const Limited limited(path);
    LargeVector<std::uint64_t> numbers;
    LargeBitset bits;
    for (std::uint64_t number = 0; number < 8 * mib; ++number) {
        numbers.push_back(number);
        bits.push_back(number % 3 == 0);
    }
    CHECK(mapped_files(path) == 1);
    CHECK(numbers[mib] == mib);
    CHECK(numbers.back() == 8 * mib - 1);
    CHECK(bits.count() == (8 * mib + 2) / 3);
}

TEST_CASE("without a folder for files, an array that does not fit is an error") {
    const Limited limited("/nowhere");
    LargeVector<char> in_memory(40 * mib);
    CHECK_THROWS_WITH_AS(LargeVector<char>(40 * mib),
                         "no room for 40 MiB in /nowhere (TMPDIR names another folder): "
                         "No such file or directory",
                         std::bad_alloc);
    give_back(in_memory);
    CHECK_NOTHROW(LargeVector<char>(40 * mib));
}

TEST_CASE("sort_stably sorts as std::stable_sort does") {
    std::mt19937 random(1);
    const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
    for (const std::size_t size : {0U, 1U, 4096U, 4097U, 100'001U}) {
        LargeVector<std::pair<std::uint32_t, std::size_t>> items;
        for (std::size_t i = 0; i < size; ++i)
            items.emplace_back(random() % 1000, i);
        auto expected = items;
        std::stable_sort(expected.begin(), expected.end(), less);
        sort_stably(items, less);
        CHECK(items == expected);
    }
}
