// SPDX-License-Identifier: GPL-2.0-or-later
//
// Four threads look keys up in a std::map of their own, which is pointer chasing,
// and exchange an entry now and then, which is a free and a malloc.
//
//    map_chase [LOOK-UPS [ENTRIES]]
#include "bench.h"
#include <cstdio>

#include <map>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 4;
constexpr std::uint64_t lookups_per_exchange = 64;

using Map = std::map<std::uint64_t, std::uint64_t>;

void exchange_entry(Map& map, std::uint64_t key, std::uint64_t round) {
    auto place = map.lower_bound(key);
    if (place == map.end())
        place = map.begin();
    map.erase(place);
    map.emplace(key, round);
}

void chase(std::uint64_t lookups, std::uint64_t entries, std::uint64_t seed, std::uint64_t& sum) {
    Map map;
    while (map.size() < entries)
        map.emplace(bench_random(&seed), map.size());
    for (std::uint64_t i = 0; i < lookups; ++i) {
        const std::uint64_t key = bench_random(&seed);
        const auto place = map.lower_bound(key);
        if (place != map.end())
            sum += place->second++;
        if (i % lookups_per_exchange == 0)
            exchange_entry(map, key, i);
    }
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t lookups = bench_argument(argc, argv, 1, 6000000);
    const std::uint64_t entries = bench_argument(argc, argv, 2, 5000);
    std::vector<std::uint64_t> sums(threads);
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i)
        running.emplace_back(chase, lookups, entries, 88172645463325252u + i, std::ref(sums[i]));
    std::uint64_t sum = 0;
    for (int i = 0; i < threads; ++i) {
        running[i].join();
        sum += sums[i];
    }
    std::printf("sum %llu\n", static_cast<unsigned long long>(sum));
}
