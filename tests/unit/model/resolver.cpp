// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/resolve/resolver.h"

#include "ilmgen/resolve/by_live_block.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <vector>

namespace {

using namespace ilm;
using test::Trace;
using test::traffic;

/// The numbers of blocks in each event: of its block, then of its usage.
struct Numbers : EventSink {
    void event(const Event& event) override {
        blocks.push_back(event.live);
        usage.emplace_back(event.live_usage.begin(), event.live_usage.end());
    }
    std::vector<LiveNumber> blocks;
    std::vector<std::vector<LiveNumber>> usage;
};

Numbers numbers_in(const Trace& trace) {
    Numbers numbers;
    test::give(trace.events, {&numbers});
    return numbers;
}

} // namespace

TEST_CASE("live blocks have numbers, and a later block gets the number of one that has ended") {
    Trace trace;
    trace.alloc(1, 16, 8);
    trace.alloc(1, 32, 8);
    trace.free(1, 16, 8);
    trace.alloc(1, 48, 8);
    trace.alloc(1, 64, 8);
    CHECK(numbers_in(trace).blocks == std::vector<LiveNumber>{0, 1, 0, 0, 2});
}

TEST_CASE("a block whose end was not recorded ends where another one begins") {
    Trace trace;
    trace.alloc(1, 16, 8);
    trace.alloc(1, 16, 24);
    trace.free(1, 16, 8); // the first one's, which has ended
    trace.free(1, 16, 24);
    trace.free(1, 16, 24); // nothing is there
    CHECK(numbers_in(trace).blocks == std::vector<LiveNumber>{0, 0, not_alive, 0, not_alive});

    ByLiveBlock<int> known;
    CHECK(!known.begin(0, 5));
    CHECK(known.begin(0, 6) == 5);
    CHECK(*known.find(0) == 6);
    known.end(0);
    CHECK(known.find(0) == nullptr);
    known.end(7);
    CHECK(known.find(7) == nullptr);
    CHECK(known.find(not_alive) == nullptr);
}

TEST_CASE("an access is to the live block if its size and its alloc fit") {
    Trace trace;
    trace.alloc(1, 16, 64);
    trace.alloc(1, 128, 8);
    trace.free(1, 16, 64);
    trace.alloc(1, 16, 32); // event 4
    trace.rel(1, 5).usage = traffic({{16, 64, 1, 0, 0},
                                     {16, 32, 1, 0, 0},
                                     {16, 32, 1, 0, 1},
                                     {16, 32, 1, 0, 4},
                                     {128, 8, 1, 0, 0},
                                     {256, 8, 1, 0, 0}});
    CHECK(numbers_in(trace).usage.back() ==
          std::vector<LiveNumber>{not_alive, 0, not_alive, 0, 1, not_alive});
}

TEST_CASE("at all times each live block has a number of its own") {
    std::mt19937 random(1);
    Resolver resolver;
    std::map<Address, LiveNumber> live;
    std::size_t most = 0;
    for (EventId id = 1; id < 1000; ++id) {
        Event event;
        event.id = id;
        event.block.addr = 16 * (1 + random() % 100);
        event.block.size = 8;
        const auto known = live.find(event.block.addr);
        event.kind = known != live.end() && random() % 4 != 0 ? Kind::free : Kind::alloc;
        const LiveNumber number = resolver.resolve(event).live;
        if (known != live.end())
            CHECK(number == known->second);
        if (event.kind == Kind::free)
            live.erase(known);
        else
            live[event.block.addr] = number;
        std::map<LiveNumber, Address> by_number;
        for (const auto& [addr, of_block] : live)
            CHECK(by_number.emplace(of_block, addr).second);
        most = std::max(most, live.size());
        CHECK(number < most + 1);
    }
}
