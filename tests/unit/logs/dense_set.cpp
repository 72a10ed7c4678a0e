// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/order/dense_set.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace {

using namespace ilm;

std::uint64_t first_missing(const std::set<std::uint64_t>& numbers) {
    std::uint64_t missing = 1;
    while (numbers.contains(missing))
        ++missing;
    return missing;
}

/// Inserts all numbers up to `last`, each at most `disorder` places from its own, and some twice.
void insert_disordered(std::uint64_t last, std::uint64_t disorder, std::mt19937_64& random) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = 1; number <= last; ++number) {
        numbers.push_back(number);
        if (random() % 8 == 0)
            numbers.push_back(number);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::swap(numbers[i], numbers[std::min(numbers.size() - 1, i + random() % disorder)]);
    DenseSet set;
    std::set<std::uint64_t> expected;
    for (const std::uint64_t number : numbers) {
        set.insert(number);
        expected.insert(number);
        REQUIRE(set.first_missing() == first_missing(expected));
        for (std::uint64_t any = 1; any <= last + 1; ++any)
            REQUIRE(set.contains(any) == expected.contains(any));
    }
}

} // namespace

TEST_CASE("dense set: any order") {
    std::mt19937_64 random(1);
    for (const std::uint64_t disorder : {1U, 3U, 40U, 200U, 1000U})
        insert_disordered(300, disorder, random);
}

TEST_CASE("dense set: far ahead") {
    DenseSet set;
    set.insert(UINT64_MAX);
    set.insert(1000);
    CHECK(set.contains(UINT64_MAX));
    CHECK(!set.contains(UINT64_MAX - 1));
    for (std::uint64_t number = 999; number > 0; --number)
        set.insert(number);
    CHECK(set.first_missing() == 1001);
    CHECK(set.contains(1000));
    CHECK(set.contains(UINT64_MAX));
}
